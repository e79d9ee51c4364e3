/** Text of docs/MAP.md: the place of every screen, call and module. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SCREENS } from '../../src/routes.tsx'
import { screenFile } from '../screen-file.ts'
import { type MappedCall, mappedCalls, ROOT } from './calls.ts'

export const MAP_FILE = join(ROOT, 'docs/MAP.md')

interface Arrows {
  ARROWS: Record<string, readonly string[]>
  DOMAINS: Record<string, readonly string[]>
  OPEN_TO_ALL: readonly string[]
  folderOf(module: string): string
}

export async function mapPage(): Promise<string> {
  const calls = await mappedCalls()
  const arrows: Arrows = await import(join(ROOT, 'scripts/module-arrows.mjs'))
  return `# Map
Where everything is. Written by \`npm run map\`; do not edit.

## Screens
By address, with the name that customers see. Who: anyone, a signed-in account, or a role.

${screenTable()}

## Modules
\`server/src/domains/<domain>/<module>\`, from the highest domain to the lowest: a domain may import those below it. A module may import what is
listed beside it, and ${arrows.OPEN_TO_ALL.map(code).join(' and ')}; what it promises is in the header of its \`index.ts\`. \`scripts/module-arrows.mjs\` has the arrows and \`npm test\` checks them.

${moduleTables(arrows)}

## Calls
What may be asked, who may ask, how often (a name of [contract/src/allowances.ts](../contract/src/allowances.ts); calls with one name share one count), and the
file that does it.

${callSections(calls)}
`
}

function screenTable(): string {
  const { title: names } = JSON.parse(readFileSync(join(ROOT, 'web/src/i18n/es/shell.json'), 'utf8'))
  const rows = SCREENS.map((screen) => {
    const who = screen.frame === 'application' ? screen.role : 'anyone'
    const file = `web/${screenFile(screen)}`
    return { path: screen.path, row: [code(screen.path), names[screen.title], who, link(file, file.replace('web/src/screens/', ''))] }
  })
  return table(
    ['path', 'name', 'who', 'web/src/screens/'],
    inOrder(rows, ({ path }) => path).map(({ row }) => row),
  )
}

function moduleTables({ ARROWS, DOMAINS, folderOf }: Arrows): string {
  const tables = Object.entries(DOMAINS).map(([domain, modules]) => {
    const rows = modules.map((name) => {
      const file = `${folderOf(name)}/index.ts`
      return [link(file, name), headOf(file), (ARROWS[name] ?? []).map(code).join(', ')]
    })
    const ordered = inOrder(rows, ([name = '']) => name)
    return `### Domain ${domain}\n${table(['module', 'what it is about', 'may import'], ordered)}`
  })
  return tables.reverse().join('\n\n')
}

/** First sentence of a file's header. */
function headOf(file: string): string {
  const header = /\/\*\*([\s\S]*?)\*\//.exec(readFileSync(join(ROOT, file), 'utf8'))?.[1] ?? ''
  const text = header.replaceAll(/\s*\n(\s*\*)?\s*/g, ' ').trim()
  return text.split(/(?<=\.)[\s*]+(?=[A-Z])/)[0] ?? ''
}

function callSections(calls: readonly MappedCall[]): string {
  const modules = [...new Set(calls.map(({ module }) => module))].sort()
  return modules
    .map((module) =>
      callSection(
        module,
        calls.filter((call) => call.module === module),
      ),
    )
    .join('\n\n')
}

function callSection(module: string, calls: readonly MappedCall[]): string {
  const rows = inOrder(calls, ({ path, method }) => `${path} ${method}`).map(({ method, path, role, allowance, contractFile, file }) => [
    code(`${method} ${path}`),
    role,
    allowance === null ? '' : code(allowance),
    link(contractFile, contractFile.replace('contract/src/', '')),
    link(file, file.replace(/^server\/src\/(domains\/)?/, '')),
  ])
  return `### ${module}\n${table(['call', 'who', 'allowance', 'contract/src/', 'server/src/domains/'], rows)}`
}

/** Order independent of the machine's locale. */
const inOrder = <T>(rows: readonly T[], keyOf: (row: T) => string): T[] =>
  [...rows].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : Number(keyOf(one) > keyOf(other))))
const code = (text: string): string => `\`${text}\``
const link = (file: string, text: string): string => `[${text}](../${file})`
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
