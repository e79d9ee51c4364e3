import { randomBytes } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import fc from 'fast-check'
import { type Unzipped, unzipSync, zipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { createSecrets } from '../../../../platform/secrets/secrets.ts'
import { checksum, type MemberToWrite, writeZip } from '../../../../platform/zip/index.ts'
import { fillCase, startCaseArchives } from './case-archive.testing.ts'
import { createCaseArchiveSigner } from './signer.ts'
import { verifyCaseArchive } from './verify-case-archive.ts'

const started = await startCaseArchives()
const { platform, ask, newPerson, saved } = started
const signer = createCaseArchiveSigner(platform.secrets)
const otherKey = createCaseArchiveSigner(createSecrets(Buffer.alloc(32, 9)))

let zip: Buffer
let files: Unzipped
beforeAll(async () => {
  const person = await newPerson()
  await fillCase(started, person.id)
  zip = Buffer.from(await (await ask(person.id)).arrayBuffer())
  files = unzipSync(zip)
})

async function within<T>(content: Uint8Array, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(await saved(content))
  try {
    return await work(file)
  } finally {
    await file.close()
  }
}
const findingsOf = (content: Uint8Array, keys: readonly string[] = [signer.publicKey]) =>
  within(content, async (file) => (await verifyCaseArchive(file, keys)).findings)

/** Archive packed by an attacker with our program but without our key. */
async function packed(members: readonly (readonly [string, Uint8Array])[]): Promise<Buffer> {
  const written = members.map(
    ([name, content]): MemberToWrite => ({ name, bytes: content.length, crc: checksum(content), content: async () => content }),
  )
  const parts: Uint8Array[] = []
  for await (const part of writeZip(written)) parts.push(part)
  return Buffer.concat(parts)
}
const members = () => Object.entries(files)
const changed = (name: string, content: Uint8Array) => packed(members().map(([own, its]) => [own, own === name ? content : its] as const))
const flipped = (content: Uint8Array, at: number) => {
  const copy = Buffer.from(content)
  copy.writeUInt8((copy.at(at) ?? 0) ^ 1, at)
  return copy
}
const REPACKED = 'the archive itself was changed, or packed again by another program'
const NOT_SIGNED = 'manifest.json: the signature does not fit; it or manifest.sig was changed'

describe('findings of the case archive verifier', () => {
  it('none for an unchanged archive', async () => {
    expect(await findingsOf(zip)).toEqual([])
    expect(await findingsOf(await packed(members()))).toEqual([])
  })

  it('a changed byte in each kind of member is named', async () => {
    const signed = ['manifest.json', 'manifest.sig']
    const listed = Object.keys(files).filter((name) => !signed.includes(name))
    expect(listed.length).toBeGreaterThan(15)
    for (const name of listed)
      expect(await findingsOf(await changed(name, flipped(files[name] ?? new Uint8Array(), 1)))).toEqual([`${name}: changed`])
    for (const name of signed) {
      const content = Buffer.from(files[name] ?? new Uint8Array())
      // The `0` of a number in the manifest, so that it remains a valid number.
      const at = name === 'manifest.sig' ? 5 : content.indexOf('"at": "2') + 7
      expect(await findingsOf(await changed(name, flipped(content, at)))).toEqual([NOT_SIGNED])
    }
  })

  it('detects a change of any byte of the archive', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: zip.length - 1 }), fc.integer({ min: 1, max: 255 }), async (at, by) => {
        const copy = Buffer.from(zip)
        copy.writeUInt8((copy.at(at) ?? 0) ^ by, at)
        expect(await findingsOf(copy)).not.toEqual([])
      }),
      { numRuns: 150 },
    )
  })

  it('removed, added and renamed files are named', async () => {
    const name = 'datos/notas.json'
    const others = members().filter(([own]) => own !== name)
    const notes = files[name] ?? new Uint8Array()
    expect(await findingsOf(await packed(others))).toEqual([`${name}: missing`])
    expect(await findingsOf(await packed([...members(), ['datos/otra.json', Buffer.from('{}')]]))).toEqual(['datos/otra.json: added'])
    expect(await findingsOf(await packed([...others, ['datos/otra.json', notes]]))).toEqual([`${name}: renamed to datos/otra.json`])
  })

  it('an edited manifest does not match its signature; a signature with another key is not accepted', async () => {
    const text = Buffer.from(files['manifest.json'] ?? '').toString()
    const edited = Buffer.from(text.replace('Fiscalía', 'Policía'))
    expect(await findingsOf(await changed('manifest.json', edited))).toEqual([NOT_SIGNED])
    const forged = Buffer.from(text.replace(signer.publicKey, otherKey.publicKey))
    const other = await packed(
      members().map(
        ([name, its]) => [name, name === 'manifest.json' ? forged : name === 'manifest.sig' ? otherKey.sign(forged) : its] as const,
      ),
    )
    expect(await findingsOf(other)).toEqual([
      expect.stringMatching(/^manifest\.sig: signed by another key \([0-9a-f]{16}\), not by one of ours$/),
    ])
    expect(await findingsOf(zip, [otherKey.publicKey])).toEqual([expect.stringContaining('signed by another key')])
    expect(await findingsOf(zip, [])).toEqual([expect.stringContaining('signed by another key')])
    // An older key of the platform together with the new one.
    expect(await findingsOf(zip, [otherKey.publicKey, signer.publicKey])).toEqual([])
  })

  it('without manifest or signature, or with an invalid one, it is no case archive', async () => {
    for (const name of ['manifest.json', 'manifest.sig']) {
      const findings = await findingsOf(await packed(members().filter(([own]) => own !== name)))
      expect(findings).toContain(`${name}: missing, or not to be read`)
    }
    for (const text of ['', '[]', '{"format":"tunjo.case-archive.v2"}', '{"files":'])
      expect(await findingsOf(await changed('manifest.json', Buffer.from(text)))).toContain(
        'manifest.json: it is no manifest of a case archive',
      )
  })

  it('cut off at any position, with bytes before or after it, or no archive at all', async () => {
    for (const length of [0, 1, 21, 22, 100, Math.floor(zip.length / 2), zip.length - 1])
      expect(await findingsOf(zip.subarray(0, length))).toEqual(['the archive is cut off, or is none'])
    expect(await findingsOf(Buffer.concat([zip, Buffer.from('x')]))).toEqual([REPACKED])
    expect(await findingsOf(Buffer.concat([Buffer.from('x'), zip]))).not.toEqual([])
    expect(await findingsOf(randomBytes(100_000))).toEqual(['the archive is cut off, or is none'])
  })

  it('names that lead out of the folder, and duplicate names', async () => {
    for (const name of ['../fuera.txt', '/etc/passwd', 'datos/../../x', 'C:\\x', 'datos\\x', 'con\u202Etxt', 'a//b', '.oculto']) {
      const findings = await findingsOf(await packed([...members(), [name, Buffer.from('x')]]))
      expect(findings).toEqual([expect.stringContaining('a name that no file of ours has'), expect.stringMatching(/: added$/)])
    }
    const twice = await packed([...members(), ['resumen.pdf', Buffer.from('otro')]])
    expect(await findingsOf(twice)).toContain('resumen.pdf: it is there more than once')
    expect(await findingsOf(await packed([['resumen.pdf', Buffer.from('otro')], ...members()]))).toEqual([
      'resumen.pdf: it is there more than once',
    ])
    expect(await findingsOf(await packed([...members(), ['RESUMEN.pdf', Buffer.from('otro')]]))).toContain(
      'RESUMEN.pdf: it is there more than once',
    )
  })

  it('an archive that another program packed again is reported as such, and its files are compared nevertheless', async () => {
    const mtime = new Date('2026-11-23T12:00:00Z')
    expect(await findingsOf(zipSync(files, { level: 9, mtime }))).toEqual([REPACKED])
    expect(await findingsOf(zipSync(files, { level: 0, mtime }))).toEqual([REPACKED])
    const edited = { ...files, 'datos/notas.json': Buffer.from('[]') }
    expect(await findingsOf(zipSync(edited, { level: 9, mtime }))).toEqual([REPACKED, 'datos/notas.json: changed'])
  })

  it('a few bytes that unpack to more than their declared size are not unpacked', async () => {
    const bomb = Buffer.from(zipSync({ ...files, 'datos/notas.json': Buffer.alloc(50_000_000) }, { level: 9 }))
    const header = bomb.indexOf('datos/notas.json', bomb.indexOf(Buffer.from([0x50, 0x4b, 1, 2])))
    bomb.writeUInt32LE(1_000, header - 46 + 24)
    expect(await findingsOf(bomb)).toEqual([REPACKED, 'datos/notas.json: changed'])
  })

  it('one content shared by thousands of entries is not unpacked once for each', async () => {
    const large = Buffer.from(zipSync({ 'datos/notas.json': Buffer.alloc(60_000_000) }, { level: 9 }))
    const at = large.indexOf(Buffer.from([0x50, 0x4b, 1, 2]))
    const header = large.subarray(at, large.length - 22)
    const end = Buffer.from(large.subarray(-22))
    const copies = 20_000
    for (const place of [8, 10]) end.writeUInt16LE(copies, place)
    end.writeUInt32LE(header.length * copies, 12)
    const bomb = Buffer.concat([large.subarray(0, at), ...Array.from({ length: copies }, () => header), end])
    const findings = await findingsOf(bomb)
    expect(findings.at(-1)).toBe('it says more than it has: nothing of it was unpacked')
    expect(findings.length).toBeLessThan(200)
  })
})
