import { CallFailed } from '@tunjo/contract/client'
import type { ErrorCode } from '@tunjo/contract/errors'
import type { FormFile, UnfinishedUpload } from '@tunjo/contract/kyc-drafts'
import { PIECE_BYTES } from '@tunjo/contract/kyc-uploads'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { tryNow } from '../pending-uploads.ts'
import { carryPieces, type PieceCalls } from './carry-pieces.ts'

const SIZE = 3_000_000
const file = new Blob([new Uint8Array(SIZE)])
const ARRIVED: FormFile = {
  id: '0197a1de-7d3c-7000-8000-000000000000',
  slot: 'back',
  name: 'a.jpg',
  mediaType: 'image/jpeg',
  bytes: SIZE,
  quality: { width: 1, height: 1, warnings: [] },
  addedAt: '2026-11-20T10:00:00.000Z',
}
const unreached = () => new CallFailed(0, null, '')
const refused = (code: ErrorCode, status: number) => new CallFailed(status, { code, status, title: code, detail: code, traceId: 'x' }, code)

/** Simulated server; `before` may fail a piece before it arrives, `after` when it has. */
function server(start = 0) {
  const state = { offset: start, bytesGot: 0, pieces: [] as number[], cancelled: 0, finished: 0 }
  const upload = (): UnfinishedUpload => ({ id: ARRIVED.id, slot: 'back', name: 'a.jpg', bytes: SIZE, offset: state.offset })
  const wire = { before: async (): Promise<void> => undefined, after: async (): Promise<void> => undefined }
  const calls: PieceCalls = {
    beginUpload: async () => upload(),
    showUpload: async () => upload(),
    async sendPiece(_id, offset, piece) {
      await wire.before()
      if (offset !== state.offset) throw refused('files.upload_offset', 409)
      state.offset += piece.size
      state.bytesGot += piece.size
      state.pieces.push(piece.size)
      await wire.after()
      return upload()
    },
    async finishUpload() {
      state.finished += 1
      return ARRIVED
    },
    async cancelUpload() {
      state.cancelled += 1
    },
  }
  return { state, calls, wire }
}

function listener() {
  const controller = new AbortController()
  const [percents, phases]: [number[], string[]] = [[], []]
  const onPhase = (phase: string) => void (phases.at(-1) !== phase && phases.push(phase))
  return {
    controller,
    percents,
    phases,
    controls: { signal: controller.signal, onProgress: (at: number) => void percents.push(at), onPhase },
  }
}
/** Fails the second piece `times` times. */
function failing(times: number, error: () => unknown = unreached) {
  let asked = 0
  return async () => {
    asked += 1
    if (asked > 1 && asked <= 1 + times) throw error()
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('reports the share that the server has, and sends larger pieces over a fast connection', async () => {
  const { state, calls } = server()
  const { controls, percents, phases } = listener()
  expect(await carryPieces(calls, file, controls)).toEqual(ARRIVED)
  expect(state.pieces.slice(0, 3)).toEqual([262_144, 524_288, PIECE_BYTES.most])
  expect(state.bytesGot).toBe(SIZE)
  expect(percents).toEqual([0, 8, 26, 61, 96, 100])
  expect(phases).toEqual(['sending', 'checking'])
})

it('continues where an earlier visit stopped', async () => {
  const { state, calls } = server(2_000_000)
  const { controls, percents, phases } = listener()
  await carryPieces(calls, file, controls)
  expect(state.bytesGot).toBe(SIZE - 2_000_000)
  expect(percents[0]).toBe(66)
  expect(phases).toEqual(['resuming', 'sending', 'checking'])
})

it.each(['before', 'after'] as const)('a connection that is lost %s a piece arrives costs no byte that arrived', async (when) => {
  const { state, calls, wire } = server()
  wire[when] = failing(4)
  const { controls, percents, phases } = listener()
  const done = carryPieces(calls, file, controls)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await done).toEqual(ARRIVED)
  expect(state.bytesGot).toBe(SIZE)
  expect(phases.slice(0, 4)).toEqual(['sending', 'waiting', 'resuming', 'waiting'])
  expect([...percents].sort((one, other) => one - other)).toEqual(percents)
  // A failed piece is retried in smaller ones.
  expect(state.pieces[1]).toBe(when === 'before' ? PIECE_BYTES.least : 524_288)
})

it.each([
  ['the connection is back', () => window.dispatchEvent(new Event('online'))],
  ['the person asks for it', tryNow],
])('does not wait when %s', async (_name, wake) => {
  const { state, calls, wire } = server()
  wire.before = failing(6)
  const { controls, phases } = listener()
  const done = carryPieces(calls, file, controls)
  await vi.advanceTimersByTimeAsync(40_000)
  expect(phases.at(-1)).toBe('waiting')
  const before = vi.getTimerCount()
  wake()
  await vi.advanceTimersByTimeAsync(0)
  expect(state.finished).toBe(1)
  expect(vi.getTimerCount()).toBeLessThan(before)
  await done
})

it('gives up after ten minutes without a piece, and the next attempt continues', async () => {
  const { state, calls, wire } = server()
  wire.before = failing(Number.POSITIVE_INFINITY)
  const { controls } = listener()
  const done = carryPieces(calls, file, controls).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(660_000)
  expect(await done).toMatchObject({ status: 0 })
  wire.before = async () => undefined
  await carryPieces(calls, file, listener().controls)
  expect(state.bytesGot).toBe(SIZE)
})

it('continues after the pieces of another tab', async () => {
  const { state, calls, wire } = server()
  wire.before = async () => {
    if (state.offset === 262_144) state.offset = 1_000_000
  }
  await carryPieces(calls, file, listener().controls)
  expect(state.bytesGot).toBe(SIZE - 1_000_000 + 262_144)
})

it('retries when only the last answer was lost, and when files cannot be checked at the moment', async () => {
  const { state, calls } = server()
  const answers = [unreached(), refused('files.scanner_unavailable', 503)]
  const finishUpload = async () => {
    const error = answers.shift()
    if (error) throw error
    return ARRIVED
  }
  const done = carryPieces({ ...calls, finishUpload }, file, listener().controls)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await done).toEqual(ARRIVED)
  expect(state.bytesGot).toBe(SIZE)
})

it('reports a permanent refusal immediately; a file removed from the list is not stored', async () => {
  const { state, calls } = server()
  const finishUpload = async () => Promise.reject(refused('files.infected', 400))
  const { controller, controls } = listener()
  await expect(carryPieces({ ...calls, finishUpload }, file, controls)).rejects.toMatchObject({ appError: 'files.infected' })
  expect(state.cancelled).toBe(0)
  controller.abort()
  expect(state.cancelled).toBe(1)
})

it('cancelled while it waits for the connection, it stops and stores nothing; cancelled when it is done, the file is kept', async () => {
  const { state, calls, wire } = server()
  wire.before = failing(Number.POSITIVE_INFINITY)
  const { controller, controls } = listener()
  const done = carryPieces(calls, file, controls).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(3_000)
  controller.abort()
  expect(await done).toMatchObject({ name: 'AbortError' })
  expect(state.cancelled).toBe(1)

  const other = server()
  const later = listener()
  await carryPieces(other.calls, file, later.controls)
  later.controller.abort()
  expect(other.state.cancelled).toBe(0)
})
