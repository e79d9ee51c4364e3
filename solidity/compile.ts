/** Compile the product's contracts with the solc of npm. Pure: returns the text of the generated module. */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const require = createRequire(join(import.meta.dirname, '../server/package.json'))
const CONTRACTS_DIR = join(import.meta.dirname, 'contracts')

interface SolcOutput {
  errors?: { severity: string; formattedMessage: string }[]
  contracts: Record<string, Record<string, { abi: unknown[]; evm: { bytecode: { object: string } } }>>
}

/** Text of `artifacts.generated.ts`; @throws with the compiler's messages when the sources do not compile without warnings */
export function compileContracts(): string {
  const fileNames = readdirSync(CONTRACTS_DIR)
    .filter((name) => name.endsWith('.sol'))
    .sort()
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(fileNames.map((name) => [name, { content: readFileSync(join(CONTRACTS_DIR, name), 'utf8') }])),
    settings: {
      evmVersion: 'cancun',
      optimizer: { enabled: true, runs: 1000 },
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
    },
  }
  const solc: { compile(input: string, callbacks: { import: typeof readImport }): string; version(): string } = require('solc')
  const output: SolcOutput = JSON.parse(solc.compile(JSON.stringify(input), { import: readImport }))
  const complaints = (output.errors ?? []).filter((error) => error.severity !== 'info')
  if (complaints.length > 0) throw new Error(complaints.map((error) => error.formattedMessage).join('\n'))
  const modules = fileNames.map((fileName) => renderContract(fileName.replace(/\.sol$/, ''), output.contracts[fileName]))
  return [
    `// Generated from solidity/contracts by solc ${solc.version()}: run \`npx tsx solidity/build.ts\`, never edit.`,
    ...modules,
  ].join('\n')
}

function renderContract(name: string, compiled: SolcOutput['contracts'][string] | undefined): string {
  const contract = compiled?.[name]
  if (!contract) throw new Error(`${name}.sol must declare the contract ${name}`)
  return `export const ${name} = {
  abi: ${JSON.stringify(contract.abi)},
  bytecode: '0x${contract.evm.bytecode.object}',
} as const
`
}

function readImport(path: string): { contents: string } | { error: string } {
  try {
    return { contents: readFileSync(require.resolve(path), 'utf8') }
  } catch (error) {
    return { error: String(error) }
  }
}
