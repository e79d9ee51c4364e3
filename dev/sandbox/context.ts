/** Shared context of the simulated providers. */
import type { Loop } from './loop.ts'
import type { SandboxSecrets } from './secrets.ts'
import type { Store } from './store.ts'

export interface SandboxLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Context that every part of the sandbox shares. `publicUrl` is its address for browsers. */
export interface Sandbox {
  store: Store
  secrets: SandboxSecrets
  log: SandboxLog
  /** Epoch milliseconds. */
  clock: () => number
  publicUrl: () => string
  webhookLoop: Pick<Loop, 'wake'>
  payoutLoop: Pick<Loop, 'wake'>
  /** Resolves early when the sandbox stops, so that no simulated hang outlives it. */
  delay: (ms: number) => Promise<void>
}
