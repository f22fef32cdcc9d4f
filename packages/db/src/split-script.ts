/** Text of SQL in which a semicolon ends no statement: quotes, comments and bodies between dollar signs. Otherwise one character. */
const piece = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|(\$\w*\$)[\s\S]*?\1|[\s\S]/g;

const isComment = (text: string): boolean => text.startsWith("--") || text.startsWith("/*");

/**
 * The statements of a script, without comments. A distributed database sends the whole text of a query to its workers, which take one
 * statement.
 * @param script SQL without `BEGIN ATOMIC`
 */
export function splitScript(script: string): string[] {
  const statements = [""];
  for (const [text] of script.matchAll(piece)) {
    if (text === ";") statements.push("");
    else statements[statements.length - 1] += isComment(text) ? " " : text;
  }
  return statements.map((statement) => statement.trim()).filter(Boolean);
}
