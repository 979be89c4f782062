// Which exported functions can fail and do not say how.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

// TypeScript 7 has no API; API Extractor brings the version that it reads declarations with.
const ts = createRequire(createRequire(import.meta.url).resolve('@microsoft/api-extractor'))('typescript');

/** What speaks of an error, or of there being none. */
const SAYS_HOW = /@throws|\bthrows?\b|\brejects?\b/i;

/**
 * The functions that the declarations in `files` export and that return a promise, or something that does, or whose body
 * throws, without a word on errors in their comment. A body is that of the source beside the declarations.
 */
export function listSilentFunctions(program, files) {
  const checker = program.getTypeChecker();
  const seen = new Set();
  return files.flatMap((file) =>
    checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file))).flatMap((exported) => {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      const [declaration] = symbol.declarations ?? [];
      if (
        !declaration ||
        seen.has(declaration) ||
        !(symbol.flags & (ts.SymbolFlags.Function | ts.SymbolFlags.Variable))
      )
        return [];
      seen.add(declaration);
      const [signature] = checker.getTypeOfSymbolAtLocation(symbol, declaration).getCallSignatures();
      if (!signature) return [];
      const returned = checker.typeToString(signature.getReturnType(), undefined, ts.TypeFormatFlags.NoTruncation);
      const canFail = /^Promise<|(?:=>|\):) Promise</.test(returned) || throwsItself(declaration, symbol.name);
      return canFail && !SAYS_HOW.test(commentOf(declaration)) ? [symbol.name] : [];
    }),
  );
}

function commentOf(declaration) {
  // The comment of a constant stands before its statement.
  const owner = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  const text = owner.getSourceFile().text;
  return (ts.getLeadingCommentRanges(text, owner.pos) ?? []).map(({ pos, end }) => text.slice(pos, end)).join('\n');
}

/** Whether the source of a function throws, other than in a function within it or before a `catch`. */
function throwsItself(declaration, name) {
  const base = declaration
    .getSourceFile()
    .fileName.replace('/dist/', '/src/')
    .replace(/\.d\.ts$/, '');
  const path = [`${base}.ts`, `${base}.tsx`].find(existsSync);
  if (!path) return false;
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
  const body = source.statements.find((it) => ts.isFunctionDeclaration(it) && it.name?.text === name)?.body;
  const throws = (node) =>
    ts.isThrowStatement(node) ||
    (!ts.isFunctionLike(node) &&
      !(ts.isTryStatement(node) && node.catchClause) &&
      ts.forEachChild(node, (child) => throws(child) || undefined) === true);
  return body !== undefined && throws(body);
}
