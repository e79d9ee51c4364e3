/** Browser that sends a file in pieces, and can stop, repeat and lie. */
import { PIECE_BYTES } from '@tunjo/contract/kyc-uploads'
import { sha256 } from '../../../../platform/database/ids.ts'
import type { Answer } from '../testing.ts'

type Call = (token: string | null, method: string, path: string, body?: unknown) => Promise<Answer>

export interface Announced {
  form?: string
  slot?: string
  name?: string
  bytes?: number
  fingerprint?: string
}

export interface Sender {
  begin(content: Buffer, more?: Announced): Promise<Answer>
  show(id: string): Promise<Answer>
  put(id: string, offset: number, piece: Buffer): Promise<Answer & { offset: string | null }>
  finish(id: string): Promise<Answer>
  cancel(id: string): Promise<Answer>
  /** From an offset on, in the largest pieces. */
  putAll(id: string, content: Buffer, from?: number): Promise<void>
}

export function senderOf(url: string, call: Call, person: string): Sender {
  const put: Sender['put'] = async (id, offset, piece) => {
    const response = await fetch(`${url}/kyc/users/uploads/${id}?offset=${offset}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${person}`, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(piece),
    })
    const text = await response.text()
    return {
      status: response.status,
      code: response.headers.get('app-error'),
      offset: response.headers.get('upload-offset'),
      text,
      body: response.ok ? JSON.parse(text) : null,
    }
  }
  return {
    begin: (
      content,
      { form = 'natural-1', slot = 'back', name = 'cédula.jpg', bytes = content.length, fingerprint = sha256(content) } = {},
    ) => call(person, 'POST', `/kyc/users/drafts/${form}/uploads`, { slot, name, bytes, fingerprint }),
    show: (id) => call(person, 'GET', `/kyc/users/uploads/${id}`),
    put,
    finish: (id) => call(person, 'POST', `/kyc/users/uploads/${id}/finish`),
    cancel: (id) => call(person, 'DELETE', `/kyc/users/uploads/${id}`),
    async putAll(id, content, from = 0) {
      for (let offset = from; offset < content.length; offset += PIECE_BYTES.most) {
        const { status, text } = await put(id, offset, content.subarray(offset, offset + PIECE_BYTES.most))
        if (status !== 200) throw new Error(`${status}: ${text}`)
      }
    },
  }
}
