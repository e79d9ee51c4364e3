/**
 * Bodies in AES-ECB for programs that were written for the older service (SHELL-14, SEC-01). Off unless the operator sets a key. The key is
 * in every browser, so this hides nothing from anyone who looks for it: TLS alone protects the call (docs/operations.md).
 *
 * A request may send, as `application/json`, either a JSON string or `{ "encrypted": "…" }` with the base64 of the AES-ECB/PKCS7 ciphertext
 * of the JSON text. An answer is encrypted only for a caller that sends `x-body-encryption: aes-ecb`; it is then a JSON string, and
 * `x-encrypted-content-type` names the inner type.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from './refusal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A provider calls it, and signs the bytes as sent. */
    isWebhook?: boolean
  }
}

export const ENCRYPTION_HEADER = 'x-body-encryption'
const METHOD = 'aes-ecb'
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/
const BLOCK_BYTES = 16

export interface LegacyEncryption {
  /** The decrypted JSON text; plain bodies are returned unchanged. Refuses a body that looks encrypted but is not. */
  open(body: string, request: FastifyRequest): string
  /** Encrypts answers for the callers that ask for it. */
  register(app: FastifyInstance): void
}

/** `key` has 16, 24 or 32 bytes. */
export function legacyEncryption(key: Buffer): LegacyEncryption {
  const cipher = `aes-${key.length * 8}-ecb`
  return {
    open(body, request) {
      if (request.routeOptions.config?.isWebhook) return body
      const envelope = envelopeOf(body)
      return envelope === null ? body : decrypt(cipher, key, envelope)
    },
    register(app) {
      app.addHook('onSend', async (request, reply, payload) => {
        if (request.routeOptions.config?.isWebhook) return payload
        // Cached answers differ by this header.
        void reply.header('vary', [reply.getHeader('vary'), ENCRYPTION_HEADER].filter(Boolean).join(', '))
        if (typeof payload !== 'string' || payload === '' || !wantsEncryption(request)) return payload
        return seal(cipher, key, payload, reply)
      })
    },
  }
}

const wantsEncryption = (request: FastifyRequest): boolean => String(request.headers[ENCRYPTION_HEADER] ?? '').toLowerCase() === METHOD

function seal(cipher: string, key: Buffer, payload: string, reply: FastifyReply): string {
  const encoder = createCipheriv(cipher, key, null)
  const text = Buffer.concat([encoder.update(payload, 'utf8'), encoder.final()]).toString('base64')
  void reply.header('x-encrypted-content-type', String(reply.getHeader('content-type') ?? ''))
  void reply.header(ENCRYPTION_HEADER, METHOD).header('content-type', 'application/json; charset=utf-8').removeHeader('content-length')
  return JSON.stringify(text)
}

/** The base64 text inside a body of one of the two shapes; null for a plain body. */
function envelopeOf(body: string): string | null {
  const text = body.trim()
  if (!text.startsWith('"') && !/^\{\s*"encrypted"\s*:\s*"/.test(text)) return null
  const parsed = parse(text)
  if (typeof parsed === 'string') return parsed
  if (typeof parsed !== 'object' || parsed === null || Object.keys(parsed).length !== 1) return null
  return 'encrypted' in parsed && typeof parsed.encrypted === 'string' ? parsed.encrypted : null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function decrypt(cipher: string, key: Buffer, envelope: string): string {
  const bytes = Buffer.from(envelope, 'base64')
  if (!BASE64.test(envelope) || bytes.length === 0 || bytes.length % BLOCK_BYTES !== 0) refuse('request.encrypted_body_invalid')
  try {
    const decoder = createDecipheriv(cipher, key, null)
    const plain = Buffer.concat([decoder.update(bytes), decoder.final()])
    return new TextDecoder('utf-8', { fatal: true }).decode(plain)
  } catch {
    return refuse('request.encrypted_body_invalid')
  }
}
