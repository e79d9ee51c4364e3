/** Processes of payments that die at a failpoint, as by kill -9, while the product runs in the test's process. */
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterKill } from '../../../../../dev/testing/after-kill.ts'
import { runTypeScript, type TestProcess } from '../../../../../dev/testing/child-process.ts'
import { sandboxEnvironment } from './parts.testing.ts'
import type { PaymentsTest } from './testing.ts'

const PROCESS = new URL('./process.testing.ts', import.meta.url)

export interface DyingProcess {
  readonly url: string
  /** Wait for its end; false when it had to be killed because it never reached its failpoint. */
  died(patienceMs?: number): Promise<boolean>
}

export function dyingProcesses(test: PaymentsTest) {
  const running = new Set<TestProcess>()
  const eventsGoTo = (url: string) =>
    test.sandbox.controls.apply({
      action: 'configure',
      webhookUrls: { payments: `${url}/payment/webhooks/wompi`, payouts: `${url}/payment/webhooks/wompi-payouts` },
      webhookRetryDelaysMs: Array(10).fill(300),
    })
  return {
    /** Start a process that receives the provider's events and runs the jobs until it reaches `faultAt`. */
    async start(faultAt: string): Promise<DyingProcess> {
      const { connection } = test.database
      const args = [connection, sandboxEnvironment(test.sandbox), test.platform.clock.offsetMs].map((argument) => JSON.stringify(argument))
      const process = runTypeScript(PROCESS, args, { FAULT_AT: faultAt })
      running.add(process)
      const { url, dataDir } = JSON.parse(await process.nextLine())
      eventsGoTo(url)
      return {
        url,
        async died(patienceMs = 60_000) {
          const isOver = () => process.child.signalCode !== null || process.child.exitCode !== null
          if (!isOver()) await Promise.race([once(process.child, 'exit'), sleep(patienceMs, undefined, { ref: false })])
          const isReached = isOver()
          await process.kill()
          running.delete(process)
          rmSync(dataDir, { recursive: true, force: true })
          // From here on only the test's process survives.
          eventsGoTo(test.server.url)
          await afterKill(test.database.owner)
          return isReached
        },
      }
    },
    async stop(): Promise<void> {
      for (const process of running) await process.kill()
    },
  }
}
