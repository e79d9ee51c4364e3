/** Merkle path from the caller's balance to the root of the newest daily closing, and the published roots. */
import { client } from '@tunjo/contract/client'
import { closings, type PublishedClosing, type ReservesProof } from '@tunjo/contract/closings'
import { send } from './transport.ts'

const calls = client({ proof: closings.proof }, send)

export const reservesProof = (): Promise<ReservesProof> => calls.proof({})

/** Sent without credentials, so that the server cannot give one account a different list. */
const asAnybody = (path: string, init: RequestInit): Promise<Response> => {
  const headers = new Headers(init.headers)
  headers.delete('authorization')
  return fetch(path, { ...init, headers, credentials: 'omit', cache: 'no-store' })
}
const publicCalls = client({ published: closings.published }, (path, init) => send(path, init, asAnybody))

export const publishedClosings = (): Promise<readonly PublishedClosing[]> => publicCalls.published({})
export const PUBLISHED_PATH = closings.published.path
