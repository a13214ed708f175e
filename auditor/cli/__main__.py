"""`python -m auditor.cli`."""

from auditor.cli import main

if __name__ == "__main__":
    main(prog_name="auditor")
