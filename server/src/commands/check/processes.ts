/** Number of processes of each role in an installation. */
import { SettingsInvalid } from '../../platform/process/settings.ts'

/** Processes that hold connections to the database. A worker is the scheduler too. */
export type Processes = Readonly<Record<'core' | 'worker' | 'signer', number>>

const ENTRY = /^(core|worker|signer)=(\d{1,3})$/

/** `core=2,worker=3`; one of each role that is not named. @throws SettingsInvalid */
export function processesOf(list: string | undefined): Processes {
  const counts = { core: 1, worker: 1, signer: 1 }
  for (const entry of list?.split(',') ?? []) {
    const [, role, count] = ENTRY.exec(entry) ?? []
    if (role === undefined) throw new SettingsInvalid(`--processes takes a list as core=2,worker=3,signer=1, and not "${entry}".`)
    counts[role as keyof Processes] = Number(count)
  }
  return counts
}
