/* Lines of JSON into columns, by tables: `compile` takes the tables of a kind of record, `scan` the lines of several kinds.
 *
 * The tables are made from the types of the format (scanned.py), which say what each field may be. A line is taken only
 * if it is exactly what they allow, in plain ASCII without escapes. What is not taken is read by msgspec, so that this file
 * knows no error: a function that meets anything else gives NULL.
 *
 * The lines are one bytes object, which ends with a zero byte behind its last one. Neither a zero nor the end of a line is
 * allowed anywhere, so that whoever looks at one byte after the other never passes the end of a line; whoever looks further
 * compares with `end` before.
 */
#define PY_SSIZE_T_CLEAN
#ifndef Py_LIMITED_API
#define Py_LIMITED_API 0x030B0000
#endif
#include <Python.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifndef SOURCE_SHA256 /* of this file: whoever compiles it states it, and one without it is not used */
#define SOURCE_SHA256 ""
#endif

enum Kind { NUMBER, FLAG, NAME, CHECKED, TEXT, ROW, CARDS, LIST, NUMBERS, OBJECT, KINDS };

#define NOT_RECORDED INT64_MIN
#define MOST_FIELDS 64  /* of a record: the bits of `seen` */
#define SLOTS 4096      /* of a table of names, which holds half as many */
#define FILLER "----------------------------------------------------------------\n" /* a row that is not recorded */
#define MOST_OF_A_ROW 64

typedef struct {
    char *bytes;
    size_t used, room;
} Buffer;

typedef struct {
    const char *start;
    int64_t size, row;
} Span; /* a part of a line; `row`: of the record that it is a field of */

typedef struct {
    Buffer spans;   /* of each name that occurs, in the order of first occurrence */
    int32_t *slots; /* place of a name, or -1 */
} Names;

struct Record;

typedef struct {
    char *name;
    size_t size;
    int kind;
    int64_t low, high; /* of a number, or of the length of a text or list; low of a row: its usual characters */
    struct Record *items;
    Buffer values; /* one for each record; of a NUMBERS, how many it has */
    Buffer more;   /* the characters of cards, the numbers of lists of numbers, the spans of objects */
    Buffer odd;    /* the spans of rows of another size */
    Names names;
    int64_t recorded;
} Field;

typedef struct Record {
    int count, after[MOST_FIELDS + 1]; /* after: which field followed this one last; the last one: which was first */
    uint64_t every, required;
    int64_t rows;
    Field *fields;
} Record;

typedef struct {
    char *tag;
    size_t tag_size;
    int no_memory;
    Buffer places; /* of the lines of its kind, as int32 */
    Record *record;
} Scanner;

/* Buffers */

static int push(Scanner *scanner, Buffer *buffer, const void *bytes, size_t size) {
    if (size > buffer->room - buffer->used) {
        size_t room = 2 * buffer->room + size + 1024;
        char *grown = realloc(buffer->bytes, room);
        if (grown == NULL) {
            scanner->no_memory = 1;
            return 0;
        }
        buffer->bytes = grown;
        buffer->room = room;
    }
    if (size) memcpy(buffer->bytes + buffer->used, bytes, size);
    buffer->used += size;
    return 1;
}

static int push_number(Scanner *scanner, Buffer *buffer, int64_t value) {
    return push(scanner, buffer, &value, sizeof value);
}

static int push_size(Scanner *scanner, Buffer *buffer, int64_t value) {
    int16_t narrow = (int16_t)value;
    return push(scanner, buffer, &narrow, sizeof narrow);
}

static int push_place(Scanner *scanner, Buffer *buffer, int32_t place) {
    return push(scanner, buffer, &place, sizeof place);
}

static int push_span(Scanner *scanner, Buffer *buffer, const char *start, int64_t size, int64_t row) {
    Span span = {start, size, row};
    return push(scanner, buffer, &span, sizeof span);
}

/* The place of a text among the names of a column; -1: too many, or no memory. */
static int32_t place_of(Scanner *scanner, Names *names, const char *text, int64_t size) {
    uint32_t hash = 2166136261u;
    for (int64_t i = 0; i < size; i++) hash = (hash ^ (unsigned char)text[i]) * 16777619u;
    for (uint32_t slot = (hash ^ (hash >> 15)) % SLOTS;; slot = (slot + 1) % SLOTS) {
        int32_t place = names->slots[slot];
        if (place < 0) {
            size_t known = names->spans.used / sizeof(Span);
            if (known >= SLOTS / 2 || !push_span(scanner, &names->spans, text, size, slot)) return -1;
            return names->slots[slot] = (int32_t)known;
        }
        Span *known = (Span *)names->spans.bytes + place;
        if (known->size == size && memcmp(known->start, text, (size_t)size) == 0) return place;
    }
}

/* Values: each takes the first byte of a value and gives the one behind it, or NULL. */

static const char *spaces(const char *p) {
    while (*p == ' ' || *p == '\t' || *p == '\r') p++;
    return p;
}

static int plain(unsigned char c) { return c >= 0x20 && c < 0x7F && c != '"' && c != '\\'; }

#define EACH(byte) (UINT64_C(0x0101010101010101) * (byte))
#define SOME_ZERO(eight) (((eight) - EACH(1)) & ~(eight) & EACH(0x80))

/* Whether eight characters are plain: `plain` of each, at once. */
static int eight_plain(const char *p) {
    uint64_t c;
    memcpy(&c, p, 8);
    uint64_t control = (c - EACH(0x20)) & ~c, high = c | (c + EACH(1));
    return !(((control | high) & EACH(0x80)) | SOME_ZERO(c ^ EACH('"')) | SOME_ZERO(c ^ EACH('\\')));
}

/* A text of plain characters: `*size` is how many. */
static const char *text(const char *p, const char *end, const Field *field, int64_t *size) {
    if (*p++ != '"') return NULL;
    const char *start = p;
    while (end - p >= 8 && eight_plain(p)) p += 8;
    while (plain((unsigned char)*p)) p++;
    *size = p - start;
    return *p == '"' && *size >= field->low && *size <= field->high ? p + 1 : NULL;
}

static const char *number(const char *p, const Field *field, int64_t *found) {
    int negative = *p == '-';
    p += negative;
    const char *start = p;
    int64_t value = 0;
    while (*p >= '0' && *p <= '9' && p - start < 18) value = 10 * value + (*p++ - '0');
    if (p == start || (*start == '0' && (p - start > 1 || negative))) return NULL;
    value = negative ? -value : value;
    *found = value;
    return value >= field->low && value <= field->high ? p : NULL;
}

static const char *flag(Scanner *scanner, Field *field, const char *p, const char *end) {
    int8_t value = *p == 't';
    size_t size = value ? 4 : 5;
    if ((size_t)(end - p) < size || memcmp(p, value ? "true" : "false", size) != 0) return NULL;
    return push(scanner, &field->values, &value, 1) ? p + size : NULL;
}

static int absent(Scanner *scanner, Field *field);

/* A row of the usual size; or of another one, which is put apart, and has a filler in the column. */
static const char *row(Scanner *scanner, Field *field, const char *p, const char *end, int64_t row_of) {
    size_t size = (size_t)field->low, i = 0;
    const char *start = p + 1;
    if (*p++ != '"') return NULL;
    if ((size_t)(end - p) > size && p[size] == '"') {
        while (size - i >= 8 && eight_plain(p + i)) i += 8;
        while (i < size && plain((unsigned char)p[i])) i++;
        if (i == size) {
            if (!push(scanner, &field->more, p, size) || !push(scanner, &field->more, "\n", 1)) return NULL;
            return push_size(scanner, &field->values, (int64_t)size / 2) ? p + size + 1 : NULL;
        }
    }
    while (plain((unsigned char)*p)) p++;
    if (*p != '"' || p - start > field->high || !push_span(scanner, &field->odd, start, p - start, row_of)) return NULL;
    return absent(scanner, field) ? p + 1 : NULL;
}

static const char *cards(Scanner *scanner, Field *field, const char *p, const char *end) {
    int64_t size;
    const char *start = p + 1;
    p = text(p, end, field, &size);
    if (p == NULL || size % 2 || !push(scanner, &field->more, start, (size_t)size)) return NULL;
    return push_size(scanner, &field->values, size) ? p : NULL;
}

static const char *name(Scanner *scanner, Field *field, const char *p, const char *end) {
    int64_t size;
    const char *start = p + 1;
    p = text(p, end, field, &size);
    if (p == NULL) return NULL;
    int32_t place = place_of(scanner, &field->names, start, size);
    return place >= 0 && push_place(scanner, &field->values, place) ? p : NULL;
}

static const char *of_text(Scanner *scanner, Field *field, const char *p, const char *end) {
    int64_t size;
    const char *start = p + 1;
    p = text(p, end, field, &size);
    return p != NULL && push_span(scanner, &field->values, start, size, 0) ? p : NULL;
}

/* An object that is read elsewhere: from brace to brace, whatever is between. */
static const char *object(Scanner *scanner, Field *field, const char *p, int64_t row_of) {
    const char *start = p;
    int open = 0;
    if (*p != '{') return NULL;
    do {
        if (*p == '"') {
            do p++;
            while (plain((unsigned char)*p));
            if (*p != '"') return NULL;
        } else if (!plain((unsigned char)*p)) {
            return NULL;
        }
        open += *p == '{';
        open -= *p == '}';
        p++;
    } while (open);
    return push_span(scanner, &field->more, start, p - start, row_of) ? p : NULL;
}

static const char *record(Scanner *scanner, Record *kind, const char *p, const char *end, int begun);

static const char *item(Scanner *scanner, Field *field, const char *p, const char *end) {
    if (field->kind == LIST) return *p == '{' ? record(scanner, field->items, p + 1, end, 0) : NULL;
    int64_t value;
    Field *bounds = field->items->fields;
    p = number(p, bounds, &value);
    return p != NULL && push_number(scanner, &field->more, value) ? p : NULL;
}

static const char *list(Scanner *scanner, Field *field, const char *p, const char *end) {
    int64_t count = 0;
    if (*p++ != '[') return NULL;
    p = spaces(p);
    if (*p != ']') {
        for (;; p = spaces(p + 1)) {
            p = item(scanner, field, p, end);
            if (p == NULL) return NULL;
            count++;
            p = spaces(p);
            if (*p != ',') break;
        }
    }
    if (*p++ != ']' || count < field->low || count > field->high) return NULL;
    return push_number(scanner, &field->values, count) ? p : NULL;
}

static const char *value(Scanner *scanner, Record *kind, Field *field, const char *p, const char *end) {
    int64_t found;
    field->recorded++;
    switch (field->kind) {
    case NUMBER:
        p = number(p, field, &found);
        return p != NULL && push_number(scanner, &field->values, found) ? p : NULL;
    case FLAG: return flag(scanner, field, p, end);
    case NAME: return name(scanner, field, p, end);
    case CHECKED: return text(p, end, field, &found);
    case TEXT: return of_text(scanner, field, p, end);
    case ROW: return row(scanner, field, p, end, kind->rows);
    case CARDS: return cards(scanner, field, p, end);
    case LIST:
    case NUMBERS: return list(scanner, field, p, end);
    case OBJECT: return object(scanner, field, p, kind->rows);
    }
    return NULL;
}

/* What a column has for a record without the field. */
static int absent(Scanner *scanner, Field *field) {
    int8_t no_flag = -1;
    switch (field->kind) {
    case NUMBER: return push_number(scanner, &field->values, NOT_RECORDED);
    case FLAG: return push(scanner, &field->values, &no_flag, 1);
    case NAME: return push_place(scanner, &field->values, -1);
    case TEXT: return push_span(scanner, &field->values, NULL, 0, 0);
    case CARDS: return push_size(scanner, &field->values, -1);
    case LIST:
    case NUMBERS: return push_number(scanner, &field->values, -1);
    case ROW: return push(scanner, &field->more, FILLER + MOST_OF_A_ROW - field->low, (size_t)field->low + 1)
                     && push_size(scanner, &field->values, -1);
    }
    return 1;
}

static int is_key(const Field *field, const char *p, const char *end) {
    return (size_t)(end - p) > field->size + 1 && p[field->size + 1] == '"' && memcmp(p + 1, field->name, field->size) == 0;
}

/* Which field a key names, the one that came after `last` before first of all; -1: none. */
static int field_at(Record *kind, int last, const char *p, const char *end) {
    int guess = kind->after[last];
    if (*p != '"') return -1;
    if (is_key(&kind->fields[guess], p, end)) return guess;
    for (int i = 0; i < kind->count; i++)
        if (is_key(&kind->fields[i], p, end)) return kind->after[last] = i;
    return -1;
}

/* The members of an object, from behind its brace, or from behind its first member where it has `begun`. */
static const char *record(Scanner *scanner, Record *kind, const char *p, const char *end, int begun) {
    uint64_t seen = 0;
    int last = kind->count;
    for (p = spaces(p); *p != '}'; p = spaces(p)) {
        if (begun) {
            if (*p++ != ',') return NULL;
            p = spaces(p);
        }
        begun = 1;
        last = field_at(kind, last, p, end);
        if (last < 0 || (seen >> last) & 1) return NULL;
        seen |= (uint64_t)1 << last;
        Field *field = &kind->fields[last];
        p = spaces(p + field->size + 2);
        if (*p++ != ':') return NULL;
        p = value(scanner, kind, field, spaces(p), end);
        if (p == NULL) return NULL;
    }
    if ((seen & kind->required) != kind->required) return NULL;
    uint64_t missing = kind->every & ~seen;
    for (int i = 0; missing; i++, missing >>= 1)
        if ((missing & 1) && !absent(scanner, &kind->fields[i])) return NULL;
    kind->rows++;
    return p + 1;
}

/* Behind the tag of a line of the scanner's kind; NULL: a line of another kind. */
static const char *tagged(Scanner *scanner, const char *p, const char *end) {
    p = spaces(p);
    if (*p != '{') return NULL;
    p = spaces(p + 1);
    if (end - p < 7 || memcmp(p, "\"event\"", 7) != 0) return NULL;
    p = spaces(p + 7);
    if (*p != ':') return NULL;
    p = spaces(p + 1);
    size_t size = scanner->tag_size;
    if ((size_t)(end - p) < size || memcmp(p, scanner->tag, size) != 0) return NULL;
    return p + size;
}

/* What was found, as values of Python */

static PyObject *as_bytes(const Buffer *buffer) {
    return PyBytes_FromStringAndSize(buffer->bytes, (Py_ssize_t)buffer->used);
}

static PyObject *as_texts(const Buffer *buffer) {
    Py_ssize_t count = (Py_ssize_t)(buffer->used / sizeof(Span));
    PyObject *found = PyList_New(count);
    for (Py_ssize_t i = 0; found != NULL && i < count; i++) {
        Span *span = (Span *)buffer->bytes + i;
        PyObject *text = PyUnicode_FromStringAndSize(span->start ? span->start : "", (Py_ssize_t)span->size);
        if (text == NULL) Py_CLEAR(found);
        else PyList_SetItem(found, i, text);
    }
    return found;
}

static PyObject *as_objects(const Buffer *buffer) {
    Py_ssize_t count = (Py_ssize_t)(buffer->used / sizeof(Span));
    PyObject *found = PyList_New(count);
    for (Py_ssize_t i = 0; found != NULL && i < count; i++) {
        Span *span = (Span *)buffer->bytes + i;
        PyObject *pair = Py_BuildValue("Ly#", (long long)span->row, span->start, (Py_ssize_t)span->size);
        if (pair == NULL) Py_CLEAR(found);
        else PyList_SetItem(found, i, pair);
    }
    return found;
}

static PyObject *as_columns(const Record *kind);

/* (recorded, values, more) of a field: see scanned.py. */
static PyObject *as_column(const Field *field) {
    PyObject *values, *more;
    values = field->kind == TEXT ? as_texts(&field->values) : as_bytes(&field->values);
    switch (field->kind) {
    case NAME: more = as_texts(&field->names.spans); break;
    case LIST: more = as_columns(field->items); break;
    case OBJECT: more = as_objects(&field->more); break;
    case ROW: more = Py_BuildValue("NN", as_bytes(&field->more), as_objects(&field->odd)); break;
    default: more = as_bytes(&field->more);
    }
    if (values == NULL || more == NULL) {
        Py_XDECREF(values);
        Py_XDECREF(more);
        return NULL;
    }
    return Py_BuildValue("LNN", (long long)field->recorded, values, more);
}

static PyObject *as_columns(const Record *kind) {
    PyObject *found = PyTuple_New(kind->count);
    for (int i = 0; found != NULL && i < kind->count; i++) {
        PyObject *column = as_column(&kind->fields[i]);
        if (column == NULL) Py_CLEAR(found);
        else PyTuple_SetItem(found, i, column);
    }
    return found;
}

/* Tables */

static void forget(Record *kind) {
    kind->rows = 0;
    for (int i = 0; i < kind->count; i++) {
        Field *field = &kind->fields[i];
        Span *known = (Span *)field->names.spans.bytes;
        for (size_t n = field->names.spans.used / sizeof(Span); n-- > 0;) field->names.slots[known[n].row] = -1;
        field->values.used = field->more.used = field->odd.used = field->names.spans.used = 0;
        field->recorded = 0;
        if (field->items != NULL) forget(field->items);
    }
}

static void drop_record(Record *kind) {
    if (kind == NULL) return;
    for (int i = 0; kind->fields != NULL && i < kind->count; i++) {
        Field *field = &kind->fields[i];
        free(field->name);
        free(field->values.bytes);
        free(field->more.bytes);
        free(field->odd.bytes);
        free(field->names.spans.bytes);
        free(field->names.slots);
        drop_record(field->items);
    }
    free(kind->fields);
    free(kind);
}

static void drop(Scanner *scanner) {
    drop_record(scanner->record);
    free(scanner->places.bytes);
    free(scanner->tag);
    free(scanner);
}

static void drop_capsule(PyObject *capsule) {
    Scanner *scanner = PyCapsule_GetPointer(capsule, "scanner");
    if (scanner != NULL) drop(scanner);
}

static char *copied(const char *text, Py_ssize_t size) {
    char *copy = malloc((size_t)size + 1);
    if (copy == NULL) PyErr_NoMemory();
    else memcpy(copy, text, (size_t)size + 1);
    return copy;
}

static Record *compiled(PyObject *fields);

static int compile_field(Field *field, PyObject *stated, int *required) {
    const char *name;
    Py_ssize_t size;
    long long low, high;
    PyObject *items;
    if (!PyArg_ParseTuple(stated, "y#ipLLO!", &name, &size, &field->kind, required, &low, &high, &PyTuple_Type, &items))
        return 0;
    if (field->kind < 0 || field->kind >= KINDS || (field->kind == NUMBERS && PyTuple_Size(items) != 1)
        || (field->kind == ROW && (low < 0 || low > MOST_OF_A_ROW))) {
        PyErr_SetString(PyExc_ValueError, "no such kind of field");
        return 0;
    }
    field->low = low;
    field->high = high;
    field->size = (size_t)size;
    field->name = copied(name, size);
    if (field->name == NULL) return 0;
    if (field->kind == NAME) {
        field->names.slots = malloc(SLOTS * sizeof(int32_t));
        if (field->names.slots == NULL) {
            PyErr_NoMemory();
            return 0;
        }
        memset(field->names.slots, 0xFF, SLOTS * sizeof(int32_t));
    }
    if (field->kind == LIST || field->kind == NUMBERS) {
        field->items = compiled(items);
        if (field->items == NULL) return 0;
    }
    return 1;
}

static Record *compiled(PyObject *fields) {
    Py_ssize_t count = PyTuple_Size(fields);
    if (count < 1 || count >= MOST_FIELDS) {
        PyErr_SetString(PyExc_ValueError, "a record has 1 to 63 fields");
        return NULL;
    }
    Record *kind = calloc(1, sizeof *kind);
    if (kind != NULL) kind->fields = calloc((size_t)count, sizeof *kind->fields);
    if (kind == NULL || kind->fields == NULL) {
        free(kind);
        PyErr_NoMemory();
        return NULL;
    }
    kind->count = (int)count;
    for (int i = 0; i < kind->count; i++) {
        int required = 0;
        if (!compile_field(&kind->fields[i], PyTuple_GetItem(fields, i), &required)) {
            drop_record(kind);
            return NULL;
        }
        kind->every |= (uint64_t)1 << i;
        kind->required |= (uint64_t)required << i;
    }
    return kind;
}

static PyObject *compile_tables(PyObject *Py_UNUSED(module), PyObject *arguments) {
    const char *tag;
    Py_ssize_t size;
    PyObject *fields;
    if (!PyArg_ParseTuple(arguments, "y#O!", &tag, &size, &PyTuple_Type, &fields)) return NULL;
    Scanner *scanner = calloc(1, sizeof *scanner);
    if (scanner == NULL) return PyErr_NoMemory();
    scanner->tag = copied(tag, size);
    scanner->tag_size = (size_t)size;
    scanner->record = scanner->tag == NULL ? NULL : compiled(fields);
    PyObject *capsule = scanner->record == NULL ? NULL : PyCapsule_New(scanner, "scanner", drop_capsule);
    if (capsule == NULL) drop(scanner);
    return capsule;
}

/* Scanners that look at the same lines; no more kinds of hands are scanned. */
#define MOST_SCANNERS 4

typedef struct {
    int count;
    Scanner *scanners[MOST_SCANNERS];
} Kinds;

/* Whether a line was taken, by the scanner of its kind; a line of none is put among the others. */
static int take_line(Kinds *kinds, const char *start, const char *end, int64_t line, Buffer *others) {
    for (int i = 0; i < kinds->count; i++) {
        Scanner *scanner = kinds->scanners[i];
        const char *p = tagged(scanner, start, end);
        if (p == NULL) continue;
        p = record(scanner, scanner->record, p, end, 1);
        return p != NULL && spaces(p) == end && push_place(scanner, &scanner->places, (int32_t)line);
    }
    return push_span(kinds->scanners[0], others, start, end - start, line);
}

/* How many lines a text has; -1: one of them was not taken, or is longer than `longest`. */
static int64_t take_lines(Kinds *kinds, const char *text, Py_ssize_t size, Py_ssize_t longest, Buffer *others) {
    const char *start = text, *last = text + size;
    for (int64_t line = 0;; line++) {
        const char *end = memchr(start, '\n', (size_t)(last - start));
        if (end == NULL) end = last;
        if (end - start > longest || !take_line(kinds, start, end, line, others)) return -1;
        if (end == last) return line + 1;
        start = end + 1;
    }
}

/* Whether the kinds of a tuple of scanners are ready for other lines. */
static int begun(Kinds *kinds, PyObject *capsules) {
    kinds->count = (int)PyTuple_Size(capsules);
    if (kinds->count < 1 || kinds->count > MOST_SCANNERS) {
        PyErr_SetString(PyExc_ValueError, "lines are of 1 to 4 kinds");
        return 0;
    }
    for (int i = 0; i < kinds->count; i++) {
        Scanner *scanner = kinds->scanners[i] = PyCapsule_GetPointer(PyTuple_GetItem(capsules, i), "scanner");
        if (scanner == NULL) return 0;
        scanner->no_memory = 0;
        scanner->places.used = 0;
        forget(scanner->record);
    }
    return 1;
}

static int some_taken(const Kinds *kinds) {
    int some = 0;
    for (int i = 0; i < kinds->count; i++) some |= kinds->scanners[i]->places.used > 0;
    return some;
}

/* (places, columns) of each kind; the columns are empty where no line is of it. */
static PyObject *as_taken(const Kinds *kinds) {
    PyObject *found = PyTuple_New(kinds->count);
    for (int i = 0; found != NULL && i < kinds->count; i++) {
        const Scanner *scanner = kinds->scanners[i];
        PyObject *columns = scanner->places.used ? as_columns(scanner->record) : PyTuple_New(0);
        PyObject *pair = columns == NULL ? NULL : Py_BuildValue("NN", as_bytes(&scanner->places), columns);
        if (pair == NULL) Py_CLEAR(found);
        else PyTuple_SetItem(found, i, pair);
    }
    return found;
}

static PyObject *scan(PyObject *Py_UNUSED(module), PyObject *arguments) {
    PyObject *capsules, *found = NULL;
    const char *text;
    Py_ssize_t size, longest;
    Kinds kinds;
    Buffer others = {NULL, 0, 0};
    if (!PyArg_ParseTuple(arguments, "O!y#n", &PyTuple_Type, &capsules, &text, &size, &longest)) return NULL;
    if (!begun(&kinds, capsules)) return NULL;
    int64_t lines = take_lines(&kinds, text, size, longest, &others);
    for (int i = 0; i < kinds.count; i++)
        if (kinds.scanners[i]->no_memory && !PyErr_Occurred()) PyErr_NoMemory();
    if (!PyErr_Occurred()) {
        if (lines < 0 || !some_taken(&kinds)) {
            found = Py_NewRef(Py_None);
        } else {
            found = Py_BuildValue("LNN", (long long)lines, as_taken(&kinds), as_objects(&others));
        }
    }
    free(others.bytes);
    return found;
}

static PyMethodDef functions[] = {
    {"compile", compile_tables, METH_VARARGS, "compile(tag, fields): a scanner of the records of one tag."},
    {"scan", scan, METH_VARARGS,
     "scan(scanners, text, longest): (lines, (places, columns) of each scanner, (place, line) of the others); None where a line "
     "is not taken, or none is of a scanner's kind."},
    {NULL, NULL, 0, NULL},
};

static int with_source(PyObject *made) { return PyModule_AddStringConstant(made, "SOURCE_SHA256", SOURCE_SHA256); }

static PyModuleDef_Slot slots[] = {{Py_mod_exec, with_source}, {0, NULL}};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_scanner", NULL, 0, functions, slots, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__scanner(void) { return PyModuleDef_Init(&module); }
