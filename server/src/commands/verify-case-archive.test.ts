/** Command that verifies a case archive, as an operator or a judge's expert starts it. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { programOf } from '../../../dev/testing/child-process.ts'
import { COMMAND_LINE } from '../../../dev/testing/operator-command.ts'
import { fillCase, startCaseArchives } from '../domains/backoffice/reports/case-archive/case-archive.testing.ts'
import { createCaseArchiveSigner } from '../domains/backoffice/reports/index.ts'
import { createSecrets } from '../platform/secrets/secrets.ts'

const started = await startCaseArchives()
const { platform, ask, newPerson, saved } = started
const NO_KEYS = { DATA_DIR: mkdtempSync(join(platform.settings.dataDir, 'empty-')), SECRETS_KEY: undefined }

function command(args: readonly string[], more: Record<string, string | undefined> = {}): { status: number | null; output: string } {
  const env = { ...process.env, DATA_DIR: platform.settings.dataDir, SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'), ...more }
  const program = [...programOf(COMMAND_LINE), 'verify', 'case']
  const { status, stdout, stderr } = spawnSync(process.execPath, [...program, ...args], { env, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

it('accepts a valid case archive, and exits with an error that names what was changed, or that another installation signed it', async () => {
  const person = await newPerson()
  await fillCase(started, person.id)
  const path = await saved(new Uint8Array(await (await ask(person.id)).arrayBuffer()))
  expect(command([path])).toMatchObject({
    status: 0,
    output: expect.stringMatching(new RegExp(`${person.email}[\\s\\S]*^VALID: \\d+ files`, 'm')),
  })

  const zip = readFileSync(path)
  zip.write('x', zip.indexOf('llamó'))
  const tampered = await saved(zip)
  expect(command([tampered])).toMatchObject({
    status: 1,
    output: expect.stringMatching(/^datos\/notas\.(json|csv): changed\n[\s\S]*^NOT VALID: 2 findings\.$/m),
  })

  // Without the installation: with its published key, or not at all.
  expect(command([path], NO_KEYS)).toMatchObject({ status: 1, output: expect.stringContaining('/api/case-archives/key') })
  const pem = join(NO_KEYS.DATA_DIR, 'key.pem')
  writeFileSync(pem, createCaseArchiveSigner(platform.secrets).pem)
  expect(command([path, '--key', pem], NO_KEYS)).toMatchObject({ status: 0 })
  const stranger = createCaseArchiveSigner(createSecrets(Buffer.alloc(32, 9)))
  expect(command([path, '--key', stranger.publicKey])).toMatchObject({
    status: 1,
    output: expect.stringContaining('signed by another key'),
  })

  for (const args of [[platform.settings.dataDir], [path, '--key', 'nonsense']]) {
    const { status, output } = command(args)
    expect([args, status]).toEqual([args, 1])
    expect(output).not.toMatch(/^\s+at /m)
  }
})
