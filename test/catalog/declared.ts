/** Reads a signature with the TypeScript parser: its path stands as a declared function. */
import ts from "typescript";

const PATH = /^(\/\*\*[\s\S]*?\*\/\n)?tools(?:\.[A-Za-z_$][\w$]*|\["(?:[^"\\]|\\.)*"\])+/;

/** What a signature declares, or why it does not parse. */
export function declared(signature: string): { functions: number; types: string[]; errors: string[] } {
  const text = signature.replace(PATH, "$1declare function tool");
  const file = ts.createSourceFile("signature.ts", text, ts.ScriptTarget.Latest);
  const { parseDiagnostics } = file as unknown as { readonly parseDiagnostics: readonly ts.Diagnostic[] };
  const errors = parseDiagnostics.map(
    ({ messageText, start }) => `${messageText} at ${text.slice(start, (start ?? 0) + 40)}`,
  );
  let functions = 0;
  const types: string[] = [];
  for (const statement of file.statements) {
    if (ts.isFunctionDeclaration(statement)) functions++;
    else if (ts.isTypeAliasDeclaration(statement)) types.push(statement.name.text);
    else if (!ts.isEmptyStatement(statement)) errors.push(`a ${ts.SyntaxKind[statement.kind]} besides the tool`);
  }
  return { functions, types, errors };
}
