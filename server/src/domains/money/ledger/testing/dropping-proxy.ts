/**
 * Proxy between the ledger and its database. It drops connections after a request was sent and before its answer arrives, or holds back the
 * data of one side, as when a process is stopped in the middle of its work.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConnectionSettings } from '../../../../platform/database/database.ts'

export interface DroppingProxy {
  readonly connection: ConnectionSettings
  /** One answer in this many is dropped; 0: none. */
  dropOneIn: number
  readonly drops: number
  /** Hold back the data of that side until `thaw`. */
  freeze(side: 'requests' | 'answers'): void
  thaw(): void
  close(): Promise<void>
}

export async function droppingProxy(target: ConnectionSettings): Promise<DroppingProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'tunjo-proxy-'))
  const sockets = new Set<Socket>()
  const pairs = new Set<{ requests: Socket; answers: Socket }>()
  const state = { dropOneIn: 0, drops: 0 }
  let answers = 0
  const server = createServer((client) => {
    const database = connect(join(target.host ?? '', `.s.PGSQL.${target.port}`))
    const cut = () => {
      client.destroy()
      database.destroy()
    }
    const pair = { requests: client, answers: database }
    pairs.add(pair)
    client.on('close', () => pairs.delete(pair))
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', cut)
      socket.on('close', cut)
    }
    client.on('data', (chunk) => database.write(chunk))
    database.on('data', (chunk) => {
      if (state.dropOneIn === 0 || ++answers % state.dropOneIn !== 0) return client.write(chunk)
      state.drops++
      return cut()
    })
  })
  await new Promise<void>((resolve) => server.listen(join(folder, '.s.PGSQL.5432'), resolve))
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
    rmSync(folder, { recursive: true, force: true })
  }
  const freeze = (side: 'requests' | 'answers') => {
    for (const pair of pairs) pair[side].pause()
  }
  const thaw = () => {
    for (const { requests, answers } of pairs) for (const socket of [requests, answers]) socket.resume()
  }
  return Object.assign(state, { connection: { ...target, host: folder, port: 5432 }, close, freeze, thaw })
}
