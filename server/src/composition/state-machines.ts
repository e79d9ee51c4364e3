/**
 * Every state machine of the product: the exports of the files `states.ts` of the platform and the modules. For its diagrams and for the
 * tests.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { StateMachine } from '../platform/state-machine/machine.ts'

const HERE = fileURLToPath(new URL('..', import.meta.url))

export async function stateMachines(): Promise<StateMachine<string>[]> {
  const files = ['platform', 'domains'].flatMap((part) =>
    readdirSync(join(HERE, part), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(^|[\\/])states\.ts$/.test(file))
      .map((file) => join(HERE, part, file)),
  )
  const modules = await Promise.all(files.sort().map((file) => import(pathToFileURL(file).href) as Promise<object>))
  return modules.flatMap((exported) => Object.values(exported).filter(isMachine)).sort((one, other) => (one.name < other.name ? -1 : 1))
}

const isMachine = (value: unknown): value is StateMachine<string> =>
  typeof value === 'object' && value !== null && 'transitions' in value && 'initial' in value
