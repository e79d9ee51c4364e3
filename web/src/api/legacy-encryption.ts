/** Browser side of server/src/platform/http/legacy-encryption.ts: loaded only when the page carries a key (SHELL-14). */
import { ecb } from '@noble/ciphers/aes.js'

const HEADER = 'x-body-encryption'
const METHOD = 'aes-ecb'

/** Encrypts the JSON body of a call and requests an encrypted answer. */
export function sealed(init: RequestInit, key: string): RequestInit {
  const headers = new Headers(init.headers)
  headers.set(HEADER, METHOD)
  const isJson = headers.get('content-type') === 'application/json'
  if (!isJson || typeof init.body !== 'string') return { ...init, headers }
  const ciphertext = ecb(bytesOf(key)).encrypt(new TextEncoder().encode(init.body))
  return { ...init, headers, body: JSON.stringify({ encrypted: base64Of(ciphertext) }) }
}

/** Decrypts an answer; a plain one is returned unchanged. */
export async function opened(response: Response, key: string): Promise<Response> {
  if (response.headers.get(HEADER) !== METHOD) return response
  const text: unknown = await response.json()
  const plain = ecb(bytesOf(key)).decrypt(bytesOf(String(text)))
  const headers = new Headers(response.headers)
  headers.set('content-type', headers.get('x-encrypted-content-type') ?? 'application/json')
  const { status, statusText } = response
  return new Response(plain, { status, statusText, headers })
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))

function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}
