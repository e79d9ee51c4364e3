/** TCP ports for tests, claimed for as long as they are needed: also while the program that listens there is restarted. */
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the range from which systems take ports for connections: a port of that range may be in use before the program listens. Above
 * 10080, the last of the low ports to which neither `fetch` nor a browser connects (https://fetch.spec.whatwg.org/#port-blocking).
 */
const FIRST = 10_081
const COUNT = 20_000
const ATTEMPTS_MAX = 200
/** Processes with neighbouring numbers begin far from each other, so that they rarely try the same port. */
const DISTANCE = 101

export interface ClaimedPort {
  readonly port: number
  release(): void
}

let next = FIRST + ((process.pid * DISTANCE) % COUNT)

/**
 * Claim a port for this process. The claim is the UDP port of the same number: the system gives it to one process of the machine only,
 * whatever clone it runs in, and releases it when the process ends. The TCP port stays free for the program under test.
 */
export async function claimPort(from = next): Promise<ClaimedPort> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const port = FIRST + ((from + attempt - FIRST) % COUNT)
    next = port + 1
    const claim = await bindUdp(port)
    if (!claim) continue
    if (await isFree(port)) return { port, release: () => claim.close() }
    claim.close()
  }
  throw new Error(`No free port among ${ATTEMPTS_MAX} from ${from}.`)
}

async function bindUdp(port: number): Promise<Socket | null> {
  const socket = createSocket('udp4').unref()
  socket.bind({ port, address: '127.0.0.1', exclusive: true })
  try {
    await once(socket, 'listening')
    return socket
  } catch {
    socket.close()
    return null
  }
}

/** Programs that are not tests, and products that a killed run left behind, have no claim. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port)
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
