import { expect, it } from 'vitest'
import { HEAD_BYTES, kindOf } from './file-kinds.ts'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

it.each([
  ['\xff\xd8\xff\xe0\x00\x10JFIF', 'image'],
  ['\x89PNG\r\n\x1a\n\x00\x00\x00\r', 'image'],
  ['%PDF-1.7\n%\xe2\xe3\xcf', 'pdf'],
  ['\x00\x00\x00\x24ftypheic', 'heic'],
  ['\x00\x00\x00\x1cftypmif1', 'heic'],
  ['\x00\x00\x00\x18ftypisom', 'other'],
  ['GIF89a', 'other'],
  [' %PDF-1.7', 'other'],
  ['', 'other'],
  ['\xff\xd8', 'other'],
])("C6 a file's type follows from its first bytes: %j is %s", (text, kind) => {
  expect(kindOf(bytes(text).subarray(0, HEAD_BYTES))).toBe(kind)
})
