/** Places of the web application that link to each of its screens, from a static analysis of links, menus and navigating calls. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { SCREENS, type Screen } from '../src/routes.tsx'
import { ADMIN_HOME, HOME } from '../src/session-hint.ts'
import { screenFile } from './screen-file.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CONTRACT = '@tunjo/contract/'
/** Placeholder of address parts known only at run time. */
const ANY = '*'
/** Attributes and properties that contain an address; an iframe shows the page of its `src`. */
const LEADING_ATTRIBUTES = new Set(['to', 'href', 'path', 'src'])
const LEADING_PROPERTIES = new Set(['to', 'href'])
const LEADING_CALLS = new Set(['push', 'replace', 'assign'])
export type VisitorRole = 'stranger' | 'ROLE_USER' | 'ROLE_ADMIN'
const FRAMES: Record<Screen['frame'], readonly string[]> = {
  landing: ['web/src/parts/frames/landing-frame.tsx'],
  visitor: ['web/src/parts/frames/landing-frame.tsx'],
  application: ['web/src/parts/frames/application-frame.tsx'],
  bare: [],
}
/** Menus of another role. */
const MENUS_OF_OTHERS: Record<VisitorRole, readonly string[]> = {
  stranger: [],
  ROLE_USER: ['web/src/parts/frames/admin-menu.tsx'],
  ROLE_ADMIN: ['web/src/parts/frames/main-menu.tsx', 'web/src/parts/frames/bottom-bar.tsx'],
}
/** Start of a visit: the landing page, or the page after sign-in. */
const BEGINNINGS: Record<VisitorRole, readonly string[]> = { stranger: ['/'], ROLE_USER: ['/', HOME], ROLE_ADMIN: ['/', ADMIN_HOME] }
/** The table of screens names every address without linking to it. */
const TABLE = 'web/src/routes.tsx'

type Known = ReadonlyMap<string, readonly string[]>
const NOTHING_KNOWN: Known = new Map()
const DEEPEST = 8

const sources = new Map(
  ['web/src', 'contract/src'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
      .filter((file) => /\.tsx?$/.test(file) && !/(\.test\.tsx?|\.d\.ts)$/.test(file) && file !== TABLE)
      .map((file) => [file, ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest, true)] as const),
  ),
)

function each(node: ts.Node, look: (node: ts.Node) => void): void {
  look(node)
  node.forEachChild((child) => each(child, look))
}

/** File of an import; undefined for a package. */
function importedFile(file: string, from: string): string | undefined {
  const found = from.startsWith(CONTRACT)
    ? `contract/src/${from.slice(CONTRACT.length)}.ts`
    : join(dirname(file), from).replaceAll('\\', '/')
  return sources.has(found) ? found : undefined
}

const dynamicImport = (node: ts.Node): ts.Node | undefined =>
  ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword ? node.arguments[0] : undefined

const importsOf = new Map(
  [...sources].map(([file, source]) => {
    const found = new Set<string>()
    each(source, (node) => {
      const from = ts.isImportDeclaration(node) || ts.isExportDeclaration(node) ? node.moduleSpecifier : dynamicImport(node)
      const target = from && ts.isStringLiteral(from) ? importedFile(file, from.text) : undefined
      if (target) found.add(target)
    })
    return [file, found] as const
  }),
)

/** Possible values of an expression, with `*` for parts known only at run time. */
function textsOf(expression: ts.Expression, known: Known = NOTHING_KNOWN, depth = 0): readonly string[] {
  const inner = (next: ts.Expression) => textsOf(next, known, depth + 1)
  if (depth > DEEPEST) return [ANY]
  if (ts.isStringLiteralLike(expression)) return [expression.text]
  if (ts.isTemplateExpression(expression))
    return expression.templateSpans.reduce<readonly string[]>(
      (begun, span) => begun.flatMap((text) => inner(span.expression).map((value) => text + value + span.literal.text)),
      [expression.head.text],
    )
  if (ts.isParenthesizedExpression(expression) || ts.isAsExpression(expression) || ts.isSatisfiesExpression(expression))
    return inner(expression.expression)
  if (ts.isConditionalExpression(expression)) return [...inner(expression.whenTrue), ...inner(expression.whenFalse)]
  if (ts.isIdentifier(expression)) return known.get(expression.text) ?? namedTexts(expression, depth)
  if (ts.isCallExpression(expression) && ts.isIdentifier(expression.expression)) return answersOf(expression, known, depth)
  return [ANY]
}

/** Values of a constant, of this file or an imported one; a destructured name may be each property of that name in the file. */
function namedTexts(name: ts.Identifier, depth: number): readonly string[] {
  const declared = declarationOf(name.getSourceFile(), name.text)
  if (declared?.initializer && !ts.isArrowFunction(declared.initializer)) return textsOf(declared.initializer, NOTHING_KNOWN, depth + 1)
  const found: string[] = []
  each(name.getSourceFile(), (node) => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === name.text && ts.isStringLiteralLike(node.initializer))
      found.push(node.initializer.text)
  })
  return found.length > 0 ? found : [ANY]
}

/** Possible results of a function with a single expression for these arguments. */
function answersOf(call: ts.CallExpression, known: Known, depth: number): readonly string[] {
  const asked = declarationOf(call.getSourceFile(), call.expression.getText())?.initializer
  if (!asked || !ts.isArrowFunction(asked) || ts.isBlock(asked.body)) return [ANY]
  const given = asked.parameters.map(({ name }, place) => {
    const argument = call.arguments[place]
    return [name.getText(), argument ? textsOf(argument, known, depth + 1) : [ANY]] as const
  })
  return textsOf(asked.body, new Map(given), depth + 1)
}

function declarationOf(source: ts.SourceFile, name: string): ts.VariableDeclaration | undefined {
  let found: ts.VariableDeclaration | undefined
  each(source, (node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.name.text === name) found ??= node
  })
  return found ?? importedDeclaration(source, name)
}

function importedDeclaration(source: ts.SourceFile, name: string): ts.VariableDeclaration | undefined {
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue
    const names = statement.importClause?.namedBindings
    const specifier = names && ts.isNamedImports(names) ? names.elements.find((element) => element.name.text === name) : undefined
    const target = specifier && sources.get(importedFile(source.fileName, statement.moduleSpecifier.text) ?? '')
    if (target) return declarationOf(target, (specifier.propertyName ?? specifier.name).text)
  }
  return undefined
}

/** Rows of tabs are pairs of a name and an address. */
const isPlaceOfTab = ({ parent, text }: ts.StringLiteral): boolean =>
  ts.isArrayLiteralExpression(parent) && parent.elements.length === 2 && text.startsWith('/application/')

/** Address expression of a source node, if it is a link. */
function leadsTo(node: ts.Node): ts.Expression | undefined {
  if (ts.isJsxAttribute(node) && LEADING_ATTRIBUTES.has(node.name.getText()))
    return node.initializer && ts.isJsxExpression(node.initializer) ? node.initializer.expression : (node.initializer as ts.StringLiteral)
  if (ts.isPropertyAssignment(node) && LEADING_PROPERTIES.has(node.name.getText())) return node.initializer
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && LEADING_CALLS.has(node.expression.name.text))
    return node.arguments[0]
  return ts.isStringLiteral(node) && isPlaceOfTab(node) ? node : undefined
}

const linksOf = new Map(
  [...sources].map(([file, source]) => {
    const found = new Set<string>()
    each(source, (node) => {
      const target = leadsTo(node)
      for (const text of target ? textsOf(target) : []) if (text.startsWith('/')) found.add(text.replace(/[?#].*$/, ''))
    })
    return [file, [...found]] as const
  }),
)

const parts = (path: string) => path.split('/').filter((part) => part !== '')

/** Screen of an address: the match with the fewest parameters. A part known only at run time never matches a screen's name. */
function screenOf(address: string): string | undefined {
  const given = parts(address)
  const fitting = SCREENS.map(({ path }) => path).filter((path) => {
    const wanted = parts(path)
    return wanted.length === given.length && wanted.every((part, place) => part.startsWith('$') || part === given[place])
  })
  return fitting.sort((one, other) => one.split('$').length - other.split('$').length)[0]
}

/** The files and their transitive imports, without the excluded ones. */
function withImports(files: readonly string[], leftOut: readonly string[]): ReadonlySet<string> {
  const found = new Set(files)
  for (const file of found) for (const next of importsOf.get(file) ?? []) if (!leftOut.includes(next)) found.add(next)
  return found
}

const isOpenTo = (screen: Screen, walker: VisitorRole) =>
  screen.frame !== 'application' || screen.role === walker || (screen.role === 'SIGNED_IN' && walker !== 'stranger')

/** Places that link to each screen, reachable from the start of a visit. */
export function placesOfScreens(walker: VisitorRole): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, Set<string>>()
  const reached = new Set(BEGINNINGS[walker].map((address) => screenOf(address)))
  for (const path of reached) {
    const screen = SCREENS.find((each) => each.path === path)
    if (!screen || !isOpenTo(screen, walker)) continue
    for (const file of withImports([`web/${screenFile(screen)}`, ...FRAMES[screen.frame]], MENUS_OF_OTHERS[walker])) {
      for (const target of (linksOf.get(file) ?? []).map(screenOf)) {
        if (target === undefined || target === path) continue
        places.set(target, (places.get(target) ?? new Set()).add(file))
        reached.add(target)
      }
    }
  }
  return new Map([...places].map(([path, files]) => [path, [...files].sort()]))
}
