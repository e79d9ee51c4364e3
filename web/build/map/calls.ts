/** Every call of the contract with the file of its handler, from the places of `implement(contract, { call: handler })`. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Contract } from '@tunjo/contract/endpoint'
import ts from 'typescript'

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

export interface MappedCall {
  /** Folder of the module under `server/src/domains/<domain>`; elsewhere, the folder under `server/src` or `dev`. */
  readonly module: string
  readonly method: string
  readonly path: string
  readonly role: string
  /** Name of the rate limit that the contract declares. */
  readonly allowance: string | null
  readonly contractFile: string
  readonly file: string
}

interface Imported {
  /** Name at the declaration. */
  readonly name: string
  readonly from: string
}

export async function mappedCalls(): Promise<MappedCall[]> {
  const names = ['server/src', 'dev'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  )
  const sources = names.filter((name) => name.endsWith('.ts') && !/\.test(ing)?\.ts$/.test(name))
  const found = await Promise.all(sources.map((name) => callsOf(name)))
  return found.flat()
}

async function callsOf(file: string): Promise<MappedCall[]> {
  const text = readFileSync(join(ROOT, file), 'utf8')
  if (!text.includes('implement(')) return []
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const imports = importsOf(source)
  const calls: MappedCall[] = []
  for (const { contract, handlers } of implementations(source)) {
    const origin = imports.get(contract)
    if (!origin?.from.startsWith('@tunjo/contract/')) continue
    const contractFile = `contract/src/${origin.from.split('/').at(-1)}.ts`
    const definitions: Contract = (await import(join(ROOT, contractFile)))[origin.name]
    for (const handler of handlers) {
      const name = handler.name?.getText() ?? ''
      const definition = definitions[name]
      if (!definition) continue
      const { method, path, role, allowance = null } = definition
      calls.push({ module: moduleOf(file), method, path, role, allowance, contractFile, file: fileOfUseCase(name, handler, imports, file) })
    }
  }
  return calls
}

const moduleOf = (file: string): string => /^(?:server\/src\/)?(?:domains\/\w+\/|dev\/)?(\w+)/.exec(file)?.[1] ?? ''

/** Names that a file imports. */
function importsOf(source: ts.SourceFile): Map<string, Imported> {
  const imports = new Map<string, Imported>()
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue
    const bindings = statement.importClause?.namedBindings
    if (!bindings || !ts.isNamedImports(bindings)) continue
    for (const { name, propertyName } of bindings.elements)
      imports.set(name.text, { name: (propertyName ?? name).text, from: statement.moduleSpecifier.text })
  }
  return imports
}

function implementations(source: ts.SourceFile) {
  const found: { contract: string; handlers: readonly ts.ObjectLiteralElementLike[] }[] = []
  visit(source, (node) => {
    if (!ts.isCallExpression(node) || node.expression.getText() !== 'implement') return
    const [contract, handlers] = node.arguments
    if (contract && handlers && ts.isObjectLiteralExpression(handlers))
      found.push({ contract: contract.getText(), handlers: handlers.properties })
  })
  return found
}

/** File of the use case that the handler calls: the one named like the call, else the first; the handler's own file when it calls none. */
function fileOfUseCase(call: string, handler: ts.Node, imports: Map<string, Imported>, file: string): string {
  const used: Imported[] = []
  visit(handler, (node) => {
    const imported = isFunctionName(node) ? imports.get(node.getText()) : undefined
    if (imported && isUseCase(imported.from)) used.push(imported)
  })
  const chosen = used.find(({ name }) => name === call) ?? used[0]
  return chosen ? relative(ROOT, join(ROOT, dirname(file), chosen.from)).replaceAll('\\', '/') : file
}

/** True for a function's name: no key of a property with the same name, no class and no constant. */
const isFunctionName = (node: ts.Node): boolean =>
  ts.isIdentifier(node) && /^[a-z]/.test(node.text) && !(ts.isPropertyAssignment(node.parent) && node.parent.name === node)

/** True for a file of the same module that is no helper of every handler. */
const isUseCase = (from: string): boolean => from.startsWith('./') && !/(rules|config|visit|refresh-token|-fields)\.ts$/.test(from)

function visit(node: ts.Node, look: (node: ts.Node) => void): void {
  look(node)
  ts.forEachChild(node, (child) => visit(child, look))
}
