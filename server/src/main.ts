/** Start the product, print its address, and stop it gracefully. */
import { development } from './composition/development.ts'
import { type RunningProduct, startProduct } from './composition/product.ts'
import { errorSentence } from './platform/process/command-refused.ts'

const STOP_TIMEOUT_MS = 15_000

const stopping = new AbortController()
try {
  const starting = startProduct(process.env, process.argv.slice(2), stopping.signal)
  stopOnSignals(starting)
  const product = await starting
  if (!stopping.signal.aborted) console.log(await greeting(product))
} catch (error) {
  if (isAddressTaken(error))
    console.error('The port is taken, perhaps by Tunjo itself. Stop that program or choose another: PORT=8081 npm start')
  else console.error(errorSentence(error))
  if (process.env.LOG_LEVEL === 'debug') console.error(error)
  process.exit(1)
}

function stopOnSignals(starting: Promise<RunningProduct>): void {
  const stop = () => {
    if (stopping.signal.aborted) return
    stopping.abort()
    const starts = endAfterTimeout()
    void starting.then(async (product) => {
      clearTimeout(starts)
      await product.drain()
      endAfterTimeout()
      await product.stop()
      process.exit(0)
    })
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

const endAfterTimeout = (): NodeJS.Timeout => setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref()

async function greeting({ settings, env }: RunningProduct): Promise<string> {
  const { publicUrl, profile, roles } = settings
  if (!roles.has('web') || !roles.has('core')) return `Tunjo is working (${[...roles].join(', ')}).`
  if (profile === 'production') return `Tunjo is running on ${publicUrl}`
  const { DEMO_PEOPLE } = await development()
  const people = DEMO_PEOPLE.map(({ email, password, role }) => `    ${email.padEnd(28)} ${password.padEnd(24)} ${role}`)
  return [
    '',
    `  Tunjo is running on ${publicUrl}`,
    '',
    '  Sign in as:',
    ...people,
    '',
    `  Mailbox            ${publicUrl}/dev/mail`,
    `  Provider sandboxes ${env.SANDBOX_URL ?? '-'}`,
    `  EVM node           ${env.CHAIN_RPC_URL ?? '-'}`,
    `  API                ${publicUrl}/openapi.json`,
    '',
    `  Stop with Ctrl+C. What you do is kept in the data folder (${settings.dataDir}).`,
    '',
  ].join('\n')
}

function isAddressTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}
