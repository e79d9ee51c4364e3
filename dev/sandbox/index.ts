/**
 * The outside providers, simulated on loopback with their real contracts: Wompi payments (PSE), Wompi payouts, background checks of
 * tusdatos.co and market prices. Started with the product in the demo profile, so the adapters that run there are the real ones. Its state
 * is in `dataDir/sandbox.jsonl`; a restart continues where it stopped.
 */

import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { mountBank, statementOf } from './bank.ts'
import type { Sandbox, SandboxLog } from './context.ts'
import { applyCommand, type ControlCommand } from './controls.ts'
import { mountControls } from './controls-page.ts'
import { startLoop } from './loop.ts'
import { nextPayoutDueAt, processDuePayouts } from './payout-process.ts'
import { mountPayouts } from './payouts.ts'
import { mountPrices } from './prices.ts'
import { mountPsePage } from './pse-page.ts'
import type { SandboxSecrets } from './secrets.ts'
import { openStore } from './store.ts'
import type { Channel, Switches } from './switch-types.ts'
import { changeSwitches, readSwitches } from './switches.ts'
import { mountTusdatos } from './tusdatos.ts'
import { deliverDueWebhooks, nextWebhookDueAt } from './webhooks.ts'
import { mountWompi } from './wompi.ts'

const BODY_LIMIT_BYTES = 4 * 1024 * 1024

export interface SandboxOptions {
  /** A free port when missing. */
  port?: number
  dataDir: string
  /** Address of the sandbox for browsers; its loopback address when missing. */
  publicUrl?: string
  /** Addresses to which events are posted. They wait on file while a channel has no address. */
  webhookUrls?: Partial<Record<Channel, string>>
  secrets: SandboxSecrets
  log: SandboxLog
  clock?: { now(): Date }
}

export interface RunningSandbox {
  url: string
  /** The base addresses that the product's adapters take in place of the real ones. */
  baseUrls: {
    wompi: string
    payouts: string
    tusdatos: string
    binance: string
    coinbase: string
    coingecko: string
    bitso: string
    trm: string
  }
  stop(): Promise<void>
  controls: {
    apply(command: ControlCommand): Switches
    read(): Switches
    /** Statement of the collection account, as its bank provides it. */
    statement(): string
    store: Pick<Sandbox['store'], 'transactions' | 'payouts' | 'accounts' | 'webhooks' | 'checks'>
  }
}

function mountProviders(sandbox: Sandbox): FastifyInstance {
  const app = fastify({ bodyLimit: BODY_LIMIT_BYTES, forceCloseConnections: true })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) => {
    done(null, Object.fromEntries(new URLSearchParams(text.toString())))
  })
  mountWompi(app, sandbox)
  mountPsePage(app, sandbox)
  mountPayouts(app, sandbox)
  mountPrices(app, sandbox)
  mountTusdatos(app, sandbox)
  mountBank(app, sandbox)
  mountControls(app, sandbox)
  return app
}

const baseUrlsOf = (url: string): RunningSandbox['baseUrls'] => ({
  wompi: `${url}/wompi/v1`,
  payouts: `${url}/payouts`,
  tusdatos: `${url}/tusdatos`,
  binance: `${url}/prices`,
  coinbase: `${url}/prices`,
  coingecko: `${url}/prices`,
  bitso: `${url}/prices`,
  trm: `${url}/prices`,
})

const controlsOf = (sandbox: Sandbox): RunningSandbox['controls'] => ({
  apply: (command) => applyCommand(sandbox, command),
  read: () => readSwitches(sandbox),
  statement: () => statementOf(sandbox),
  store: sandbox.store,
})

export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const clock = () => options.clock?.now().getTime() ?? Date.now()
  const store = openStore(options.dataDir)
  const stopping = new AbortController()
  let url = ''
  const onError = (error: unknown) => options.log.error({ err: error }, 'sandbox background work failed')

  const webhookLoop = startLoop({
    clock,
    nextDueAt: () => nextWebhookDueAt({ store }),
    runDue: () => deliverDueWebhooks(sandbox),
    onError,
  })
  const payoutLoop = startLoop({ clock, nextDueAt: () => nextPayoutDueAt({ store }), runDue: () => processDuePayouts(sandbox), onError })
  const sandbox: Sandbox = {
    store,
    secrets: options.secrets,
    log: options.log,
    clock,
    publicUrl: () => options.publicUrl ?? url,
    webhookLoop,
    payoutLoop,
    delay: async (ms) => {
      await sleep(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    },
  }
  changeSwitches(sandbox, { webhookUrls: { ...readSwitches(sandbox).webhookUrls, ...options.webhookUrls } })

  const app = mountProviders(sandbox)
  try {
    await app.listen({ host: '127.0.0.1', port: options.port ?? 0 })
  } catch (error) {
    await Promise.all([webhookLoop.stop(), payoutLoop.stop()])
    store.close()
    throw error
  }
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  webhookLoop.wake()
  payoutLoop.wake()

  return {
    url,
    baseUrls: baseUrlsOf(url),
    controls: controlsOf(sandbox),
    async stop() {
      stopping.abort()
      await app.close()
      await Promise.all([webhookLoop.stop(), payoutLoop.stop()])
      store.close()
    },
  }
}
