/**
 * Forms with files. Parts go to disk as they come, sealed with a key that only this process has, so that neither many large forms nor a
 * crash leaves a document readable or the memory full. platform/uploads inspects each file before the handler sees it.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyMultipart from '@fastify/multipart'
import type { Endpoint, UploadField, UploadKind } from '@tunjo/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createFreeSpace, type FreeSpace } from '../files/free-space.ts'
import { cleanName, type InspectedUpload, type Uploads } from '../uploads/index.ts'
import { parseJson } from './parse-json.ts'
import { type Arrived, receiveForm } from './receive-form.ts'
import { Refused, refuse } from './refusal.ts'
import { readSealed, writeSealed } from './sealed-part.ts'

/** Inspected file; its content stays on disk until it is requested, and is deleted when the call has been answered. */
export interface ReceivedFile extends Omit<InspectedUpload, 'content'> {
  readonly bytes: number
  read(): Promise<Buffer>
}
/** Kinds by field, where fewer are accepted than the contract allows. */
export type AdmittedKinds = Readonly<Record<string, readonly UploadKind[]>>
export type ReceivedFiles = Readonly<Record<string, ReceivedFile | null | readonly ReceivedFile[]>>

declare module 'fastify' {
  interface FastifyRequest {
    upload: PendingUpload | null
  }
}

interface PendingUpload {
  arrived: readonly Arrived[]
  /** While the handler works, a sender who hangs up does not delete its files. */
  inUse: boolean
  remove(): Promise<void>
}

export interface UploadReceiver {
  /** Runs before validation: the values of the form become the body. */
  receive(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Ask whether the files are accepted, inspect them, run the handler, remove them. */
  within<T>(
    endpoint: Endpoint,
    request: FastifyRequest,
    steps: { admit: () => Promise<AdmittedKinds>; handle: (files: ReceivedFiles) => Promise<T> },
  ): Promise<T>
}

type SpaceSettings = Parameters<typeof createFreeSpace>[0]

const LEFT_BEHIND_MS = 3_600_000

export async function registerUploads(app: FastifyInstance, uploads: Uploads, settings: SpaceSettings): Promise<UploadReceiver> {
  // A file that is too large is read to its end, so that the sender receives the reason (receive-form.ts).
  await app.register(fastifyMultipart, { throwFileSizeLimit: false })
  app.decorateRequest('upload', null)
  const folder = join(settings.dataDir, 'uploads')
  await removeLeftUploads(folder)
  return createUploadReceiver(uploads, folder, createFreeSpace(settings))
}

function createUploadReceiver(uploads: Uploads, folder: string, freeSpace: Pick<FreeSpace, 'check'>): UploadReceiver {
  return {
    async receive({ upload, body }, request, reply) {
      if (!upload) return
      await freeSpace.check()
      const own = join(folder, randomUUID())
      const remove = () =>
        rm(own, { recursive: true, force: true }).catch((error) => request.log.error({ err: error }, 'upload not removed'))
      const pending: PendingUpload = { arrived: [], inUse: false, remove }
      let isOver = false
      reply.raw.once('close', () => {
        isOver = true
        if (!pending.inUse) void remove()
      })
      await mkdir(own, { recursive: true, mode: 0o700 })
      try {
        const { data, arrived } = await receiveForm(request, upload.fields, own)
        pending.arrived = arrived
        request.upload = pending
        request.rawBody = data
        // Validation sees the temporary path in place of a file; the number of files was checked as they arrived.
        request.body = { ...(body ? { data: parse(data) } : {}), ...byField(upload.fields, arrived) }
      } finally {
        if (isOver || !request.upload) await remove()
      }
    },
    async within({ upload }, request, { admit, handle }) {
      const pending = request.upload
      if (!upload || !pending) return handle({})
      pending.inUse = true
      try {
        const admitted = await admit()
        const account = request.caller?.accountId ?? request.ip
        const files: (ReceivedFile & { field: string })[] = []
        const isOneOfMany = pending.arrived.length > 1
        for (const { field, ...arrived } of pending.arrived) {
          const kinds = admitted[field] ?? upload.fields[field]?.kinds ?? []
          const inspected = inspect(uploads, { ...arrived, account }, kinds)
          files.push({ field, ...(await (isOneOfMany ? inspected.catch(refuseByName(arrived.name)) : inspected)) })
        }
        return await handle(byField(upload.fields, files))
      } finally {
        await pending.remove()
      }
    },
  }
}

type Sent = Omit<Arrived, 'field'> & { readonly account: string }

async function inspect(uploads: Uploads, { path, name, account }: Sent, kinds: readonly UploadKind[]): Promise<ReceivedFile> {
  const { content, ...facts } = await uploads.inspect(await readSealed(path), kinds, { name, account })
  await writeSealed(path, content)
  return { ...facts, bytes: content.length, read: () => readSealed(path) }
}

/** Names the file in the refusal, so that a person who sent several learns which one to replace. */
const refuseByName = (name: string) => (error: unknown) => {
  if (!(error instanceof Refused)) throw error
  throw new Refused({ ...error.refusal, params: { ...error.refusal.params, fileName: cleanName(name) } }, error.suspicion)
}

type Fields = Readonly<Record<string, UploadField>>

function byField<T extends { field: string }>(fields: Fields, given: readonly T[]): Record<string, T | null | T[]> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { maximum }]) => {
      const own = given.filter(({ field }) => field === name)
      return [name, maximum === 1 ? (own[0] ?? null) : own]
    }),
  )
}

function parse(data: string): unknown {
  try {
    return data === '' ? {} : parseJson(data)
  } catch (error) {
    if (error instanceof Refused) throw error
    return refuse('request.malformed_json')
  }
}

/** Remove files of a process that was killed. No process can read them, and they take space. */
async function removeLeftUploads(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const facts = await stat(join(folder, name)).catch(() => null)
    if (facts && Date.now() - facts.mtimeMs > LEFT_BEHIND_MS) await rm(join(folder, name), { recursive: true, force: true })
  }
}
