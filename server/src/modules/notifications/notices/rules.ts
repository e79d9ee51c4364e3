/** Decisions about notices on plain values. */
import type { NoticeRequest } from '../types.ts'

/** Longer than any name, address or reason of ours: what people typed does not become a page. */
const VALUE_LENGTH_MAX = 400
/** A path of ours: not `//host`, which browsers read as another site. */
const OWN_PATH = /^\/(?![/\\])[^\s\\]*$/

/** Names of passkeys and devices come from outside: one line each, in the bell and in the mail (R31). */
export function tidyValues<V extends object>(values: V): V {
  const tidied = Object.entries(values).map(([name, value]) => [name, oneLine(String(value))])
  return Object.fromEntries(tidied) as V
}

const oneLine = (text: string): string => [...text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()].slice(0, VALUE_LENGTH_MAX).join('')

/** Links are made from our own address, never from what a request says: anything else is a bug of the caller (R31). */
export function checkLinks({ url, freezeUrl }: Pick<NoticeRequest, 'url' | 'freezeUrl'>, publicUrl: string): void {
  if (url !== undefined && !OWN_PATH.test(url)) throw new Error('the url of a notice is a path of ours')
  if (freezeUrl !== undefined && !freezeUrl.startsWith(`${publicUrl}/`))
    throw new Error('the freeze link of a notice is at our own address')
}
