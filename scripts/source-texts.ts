/** Comments, test titles and declared names of a TypeScript source, for the checks of their language. */
import ts from 'typescript'

export interface SourceTexts {
  readonly comments: readonly Comment[]
  readonly titles: readonly string[]
  /** String literals and the parts of templates. */
  readonly texts: readonly string[]
  /** Messages of errors and of log lines, and descriptions, as written in the source. */
  readonly messages: readonly string[]
  readonly names: readonly string[]
  /** Variables and parameters, also inside functions. */
  readonly locals: readonly string[]
}
export interface Comment {
  readonly text: string
  readonly line: number
  /** True for a docstring or the header of a file. */
  readonly isDocstring: boolean
}

const DIRECTIVE = /^(eslint|biome-ignore|@ts-|@vitest|#|!|\/ <reference)/
const TEMPLATE_PARTS = new Set<ts.SyntaxKind>([ts.SyntaxKind.TemplateHead, ts.SyntaxKind.TemplateMiddle, ts.SyntaxKind.TemplateTail])
const SUITES = new Set(['describe', 'it', 'test'])

export function readSourceTexts(file: string, source: string): SourceTexts {
  const root = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS)
  const comments = new Map<number, Comment>()
  const titles: string[] = []
  const texts: string[] = []
  const messages: string[] = []
  const names: string[] = []
  const locals: string[] = []
  const visit = (node: ts.Node): void => {
    if (node.kind !== ts.SyntaxKind.JsxText) for (const range of commentsAround(source, node)) keep(range)
    const title = titleOf(node, source)
    if (title !== null) titles.push(title, ...rowTitlesOf(node, title, root))
    const name = declaredName(node)
    if (name !== null) names.push(name)
    if (ts.isStringLiteralLike(node) || TEMPLATE_PARTS.has(node.kind)) texts.push((node as ts.LiteralLikeNode).text)
    messages.push(...messagesOf(node, root))
    if (isVariable(node)) locals.push(node.name.text)
    for (const child of node.getChildren(root)) visit(child)
  }
  const keep = ({ pos, end }: ts.CommentRange): void => {
    const raw = source.slice(pos, end)
    const text = textOf(raw)
    if (DIRECTIVE.test(text)) return
    comments.set(pos, { text, line: root.getLineAndCharacterOfPosition(pos).line + 1, isDocstring: raw.startsWith('/**') })
  }
  visit(root)
  return { comments: [...comments.values()], titles, texts, messages, names, locals }
}

function commentsAround(source: string, node: ts.Node): readonly ts.CommentRange[] {
  const trailing = node.kind === ts.SyntaxKind.EndOfFileToken ? [] : (ts.getTrailingCommentRanges(source, node.getEnd()) ?? [])
  return [...(ts.getLeadingCommentRanges(source, node.getFullStart()) ?? []), ...trailing]
}

/** Text without the signs of the comment, line by line. */
function textOf(raw: string): string {
  const inner = raw.startsWith('//') ? raw.slice(2) : raw.replace(/^\/\*+/, '').replace(/\*+\/$/, '')
  return inner
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trimEnd())
    .join('\n')
    .trim()
}

/** First argument of `describe`, `it` or `test`, with or without `.each(…)`. */
function titleOf(node: ts.Node, source: string): string | null {
  if (!ts.isCallExpression(node) || !SUITES.has(calledName(node.expression))) return null
  const [title] = node.arguments
  if (!title || !(ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))) return null
  return source.slice(title.getStart() + 1, title.getEnd() - 1)
}

/** Texts that the rows of `it.each(rows)` put into the title: words of `%s`, by position, and of `$property`. */
function rowTitlesOf(node: ts.Node, title: string, root: ts.SourceFile): string[] {
  if (!ts.isCallExpression(node) || !ts.isCallExpression(node.expression)) return []
  const [table] = node.expression.arguments
  const rows = table && arrayOf(table, root)
  if (!rows) return []
  const places = title.match(/%[sjo]|%[dif]/g) ?? []
  const properties = [...title.matchAll(/\$(\w+)/g)].map(([, name]) => name)
  const texts = rows.elements.flatMap((row) => {
    if (ts.isStringLiteralLike(row)) return [row.text]
    if (ts.isArrayLiteralExpression(row))
      return row.elements.slice(0, places.length).flatMap((cell) => (ts.isStringLiteralLike(cell) ? [cell.text] : []))
    if (!ts.isObjectLiteralExpression(row)) return []
    return row.properties.flatMap((one) =>
      ts.isPropertyAssignment(one) && properties.includes(one.name.getText(root)) && ts.isStringLiteralLike(one.initializer)
        ? [one.initializer.text]
        : [],
    )
  })
  // A path is a value, not a text.
  return texts.filter((text) => !text.startsWith('/'))
}

/** The table itself, or the constant of the file that has it. */
function arrayOf(table: ts.Expression, root: ts.SourceFile): ts.ArrayLiteralExpression | null {
  if (ts.isAsExpression(table) || ts.isSatisfiesExpression(table) || ts.isParenthesizedExpression(table))
    return arrayOf(table.expression, root)
  if (ts.isArrayLiteralExpression(table)) return table
  // A table that is derived from another: `SCENARIOS.map(…)`, `SCENARIOS.filter(…)`.
  if (ts.isCallExpression(table) && ts.isPropertyAccessExpression(table.expression)) return arrayOf(table.expression.expression, root)
  if (!ts.isIdentifier(table)) return null
  const declared = root.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .find(({ name }) => ts.isIdentifier(name) && name.text === table.text)
  return declared?.initializer ? arrayOf(declared.initializer, root) : null
}

function calledName(expression: ts.Expression): string {
  if (ts.isIdentifier(expression)) return expression.text
  if (ts.isPropertyAccessExpression(expression) || ts.isCallExpression(expression)) return calledName(expression.expression)
  return ''
}

/** Cause of a transition, meaning of an event, summary of a call: `npm run map` writes them into documents. */
const DESCRIPTIONS = ['on', 'about', 'summary']
const isDescription = (
  node: ts.Node,
  root: ts.SourceFile,
): node is ts.PropertyAssignment & { readonly initializer: ts.StringLiteralLike } =>
  ts.isPropertyAssignment(node) && DESCRIPTIONS.includes(node.name.getText(root)) && ts.isStringLiteralLike(node.initializer)

const LOG_CALL = /(?:^|\.)(?:log\??\.(?:debug|info|warn|error|fatal)|console\.\w+|std(?:out|err)\.write)$/

/** Texts of `new …Error(text)`, `log.warn(facts, text)` and what a program prints. A value inside a template is a backtick. */
function messagesOf(node: ts.Node, root: ts.SourceFile): string[] {
  const isError = ts.isNewExpression(node) && node.expression.getText(root).endsWith('Error')
  if (isDescription(node, root)) return [node.initializer.text]
  const isLog = ts.isCallExpression(node) && LOG_CALL.test(node.expression.getText(root))
  if (!isError && !isLog) return []
  const texts = (node.arguments ?? []).filter((given) => ts.isStringLiteralLike(given) || ts.isTemplateExpression(given))
  return texts.map((text) =>
    text
      .getText(root)
      .slice(1, -1)
      .replace(/\$\{[^}]*\}/g, '`'),
  )
}

/** Functions, types, classes and constants of a module, and their methods: the names that a reader searches for. */
function declaredName(node: ts.Node): string | null {
  const isNamed =
    ts.isFunctionDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isMethodSignature(node) ||
    (ts.isVariableDeclaration(node) && ts.isVariableStatement(node.parent.parent) && ts.isSourceFile(node.parent.parent.parent))
  return isNamed && node.name && ts.isIdentifier(node.name) ? node.name.text : null
}

/** A variable that the file names itself; a shorthand of a destructuring has the name of the property. */
const isVariable = (node: ts.Node): node is (ts.VariableDeclaration | ts.ParameterDeclaration) & { readonly name: ts.Identifier } =>
  (ts.isVariableDeclaration(node) || ts.isParameter(node)) && ts.isIdentifier(node.name)
