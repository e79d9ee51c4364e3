/** Test helpers of the sandbox, and of the adapters that call it: a sandbox in a temporary folder and a receiver of its webhooks. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningSandbox, type SandboxOptions, startSandbox } from './index.ts'
import { SANDBOX_SECRETS } from './secrets.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

export interface ReceivedWebhook {
  path: string
  checksum: string
  body: {
    event: string
    data: Record<string, Record<string, unknown>>
    signature: { properties: string[]; checksum: string }
    timestamp: number
    environment?: string
    sent_at?: string
    sentAt?: string
  }
}

interface WebhookReceiver {
  url: string
  received: ReceivedWebhook[]
  /** The status of every following answer. */
  answerWith(status: number): void
  /** Waits until this many have arrived in all. */
  waitFor(count: number): Promise<ReceivedWebhook[]>
  close(): Promise<void>
}

async function startReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = []
  let status = 200
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    received.push({
      path: request.url ?? '',
      checksum: String(request.headers['x-event-checksum']),
      body: JSON.parse(Buffer.concat(chunks).toString('utf8')) as ReceivedWebhook['body'],
    })
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answerWith: (next) => {
      status = next
    },
    async waitFor(count) {
      await until(() => received.length >= count)
      return received
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export interface TestSandbox {
  sandbox: RunningSandbox
  dataDir: string
  receiver: WebhookReceiver
  restart(): Promise<void>
  close(): Promise<void>
}

/** Sandbox whose bank answers immediately and whose retries follow after 50 ms. */
export async function startTestSandbox(options: Partial<SandboxOptions> = {}): Promise<TestSandbox> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tunjo-sandbox-'))
  const receiver = await startReceiver()
  const webhookUrls = { payments: `${receiver.url}/payments`, payouts: `${receiver.url}/payouts` }
  const start = () => startSandbox({ dataDir, webhookUrls, secrets: SANDBOX_SECRETS, log: silent, ...options })
  const context: TestSandbox = {
    sandbox: await start(),
    dataDir,
    receiver,
    async restart() {
      await context.sandbox.stop()
      context.sandbox = await start()
    },
    async close() {
      await context.sandbox.stop()
      await receiver.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  context.sandbox.controls.apply({ action: 'configure', payoutDelayMs: 0, webhookRetryDelaysMs: [50, 50, 50] })
  return context
}

export async function until(condition: () => boolean | Promise<boolean>, timeoutMs = 15_000): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('what was waited for did not happen in time')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
