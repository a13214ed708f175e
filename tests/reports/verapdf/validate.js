// Validates PDFs with veraPDF: java -cp JAR org.mozilla.javascript.tools.shell.Main validate.js FLAVOUR[,FLAVOUR] FILE...
// A flavour is an id of veraPDF, such as 3a or ua1. For each file and flavour it prints one line, tab-separated: the file, the
// flavour, the number of checks, and the number that failed; then a line for each rule that failed, which begins with a tab.

var pdfa = Packages.org.verapdf.pdfa;
var Flavour = pdfa.flavours.PDFAFlavour;

Packages.org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider.initialise();
var foundry = pdfa.Foundries.defaultInstance();

function validate(file, name) {
  var flavour = Flavour.byFlavourId(name);
  if (flavour == Flavour.NO_FLAVOUR) throw new Error("veraPDF knows no flavour " + name);
  var parser = foundry.createParser(new java.io.File(file), flavour);
  try {
    var validator = foundry.createValidator(flavour, false);
    var result = validator.validate(parser);
    var failed = {}, failures = 0;
    for (var each = result.getTestAssertions().iterator(); each.hasNext(); ) {
      var one = each.next();
      if (one.getStatus() != pdfa.results.TestAssertion.Status.FAILED) continue;
      var rule = one.getRuleId().getClause() + "-" + one.getRuleId().getTestNumber();
      var said = one.getMessage() + "\t" + one.getLocation().getContext();
      failed[rule] = failed[rule] || { count: 0, said: said };
      failed[rule].count++;
      failures++;
    }
    print([file, name, result.getTotalAssertions(), failures].join("\t"));
    for (var rule in failed) print(["", rule, failed[rule].count, failed[rule].said].join("\t"));
  } finally {
    parser.close();
  }
}

var files = arguments;
for (var at = 1; at < arguments.length; at++) {
  String(arguments[0]).split(",").forEach(function (name) {
    validate(files[at], name);
  });
}
