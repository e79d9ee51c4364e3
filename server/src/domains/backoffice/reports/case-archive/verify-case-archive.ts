/** Verifier of a case archive: signed by us, every file as in its manifest, none missing and none added. Needs no server. */
import type { FileHandle } from 'node:fs/promises'
import { printable, type ReadMember, readMember, readZip } from '../../../../platform/zip/index.ts'
import { MANIFEST_BYTES_MAX, MANIFEST_NAME, Manifest, SIGNATURE_NAME } from './manifest.ts'
import { isSigned, keyIdOf } from './signer.ts'

const SIGNATURE_BYTES_MAX = 1_024

export interface CaseArchiveVerdict {
  /** Null when it is missing or cannot be read. */
  readonly manifest: Manifest | null
  /** Faults; empty when the archive is genuine and complete. */
  readonly findings: readonly string[]
}

/** `publicKeys`: trusted keys of the platform. */
export async function verifyCaseArchive(file: FileHandle, publicKeys: readonly string[]): Promise<CaseArchiveVerdict> {
  const { members, findings } = await readZip(file)
  if (members.length === 0) return { manifest: null, findings }
  const [text, signature] = [
    await readMember(file, MANIFEST_NAME, MANIFEST_BYTES_MAX),
    await readMember(file, SIGNATURE_NAME, SIGNATURE_BYTES_MAX),
  ]
  if (!text) return { manifest: null, findings: [...findings, `${MANIFEST_NAME}: missing, or not to be read`] }
  const manifest = manifestOf(text)
  const signed = signature ? checkSignature(text, signature, manifest, publicKeys) : [`${SIGNATURE_NAME}: missing, or not to be read`]
  if (!manifest) return { manifest, findings: [...findings, ...signed, `${MANIFEST_NAME}: it is no manifest of a case archive`] }
  return { manifest, findings: [...findings, ...signed, ...compareFiles(manifest.files, members)] }
}

function manifestOf(text: Buffer): Manifest | null {
  try {
    return Manifest.safeParse(JSON.parse(text.toString('utf8'))).data ?? null
  } catch {
    return null
  }
}

function checkSignature(text: Buffer, signature: Buffer, manifest: Manifest | null, publicKeys: readonly string[]): string[] {
  if (publicKeys.some((key) => isSigned(key, text, signature))) return []
  const named = manifest?.publicKey ?? ''
  if (isSigned(named, text, signature)) return [`${SIGNATURE_NAME}: signed by another key (${keyIdOf(named)}), not by one of ours`]
  return [`${MANIFEST_NAME}: the signature does not fit; it or ${SIGNATURE_NAME} was changed`]
}

type Listed = Manifest['files'][number]

function compareFiles(files: readonly Listed[], members: readonly ReadMember[]): string[] {
  const found = new Map(members.map((member) => [member.name, member]))
  const known = new Set([MANIFEST_NAME, SIGNATURE_NAME, ...files.map(({ name }) => name)])
  const added = members.filter(({ name }) => !known.has(name))
  const renamed = new Set<string>()
  const findings = files.flatMap((file) => {
    const member = found.get(file.name)
    if (member) return isSame(file, member) ? [] : [`${printable(file.name)}: changed`]
    const other = added.find(({ name, sha256 }) => sha256 === file.sha256 && !renamed.has(name))
    if (!other) return [`${printable(file.name)}: missing`]
    renamed.add(other.name)
    return [`${printable(file.name)}: renamed to ${printable(other.name)}`]
  })
  return [...findings, ...added.flatMap(({ name }) => (renamed.has(name) ? [] : [`${printable(name)}: added`]))]
}

const isSame = (file: Listed, member: ReadMember): boolean => member.bytes === file.bytes && member.sha256 === file.sha256
