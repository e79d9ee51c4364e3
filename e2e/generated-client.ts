/** The example of docs/clients.md with types generated from the running product's document: its compiler errors and its behaviour. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import openapiTypes, { astToString } from 'openapi-typescript'
import ts from 'typescript'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const EXAMPLE = 'withdraw.ts'

export interface GeneratedClient {
  /** Compiler errors; empty when there are none. */
  check(): string[]
  /** Answers its output. `code` is called once the program asks for one. */
  run(env: Record<string, string>, amount: string, code: () => Promise<string>): Promise<string>
  remove(): void
}

export async function generateClient(url: string): Promise<GeneratedClient> {
  // Below the packages, so that the example finds them as it does in its own folder.
  const folder = mkdtempSync(join(cacheFolder(), 'client-'))
  copyFileSync(join(ROOT, 'docs/examples', EXAMPLE), join(folder, EXAMPLE))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'tunjo.d.ts'), astToString(await openapiTypes(new URL('/openapi.json', url))))
  return {
    check: () => diagnosticsOf(join(folder, EXAMPLE)),
    run: (env, amount, code) => runExample(join(folder, EXAMPLE), { TUNJO_URL: url, ...env }, amount, code),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function cacheFolder(): string {
  const folder = join(ROOT, 'node_modules', '.cache')
  mkdirSync(folder, { recursive: true })
  return folder
}

function diagnosticsOf(file: string): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
  }
  const found = ts.getPreEmitDiagnostics(ts.createProgram([file], options))
  return found.map(({ messageText, start, file: where }) => {
    const line = where && start !== undefined ? where.getLineAndCharacterOfPosition(start).line + 1 : '?'
    return `${where?.fileName.split('/').at(-1)}:${line} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
  })
}

async function runExample(file: string, env: Record<string, string>, amount: string, code: () => Promise<string>): Promise<string> {
  const child = spawn(process.execPath, ['--import', 'tsx', file, amount], { cwd: ROOT, env: { ...process.env, ...env } })
  const said: string[] = []
  let isAsked = false
  child.stderr.on('data', (part: Buffer) => said.push(part.toString()))
  child.stdout.on('data', (part: Buffer) => {
    said.push(part.toString())
    if (isAsked || !said.join('').includes('Code sent to')) return
    isAsked = true
    void code().then((answer) => child.stdin.end(`${answer}\n`))
  })
  await once(child, 'close')
  return said.join('')
}
