/** docs/install.md as far as it can be checked without installing: its blocks are shell, and name files, commands and settings that exist. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROCESS_ROLES } from '../../server/src/platform/process/process-roles.ts'
import { INSTALL_PAGE, pageBlocks } from './page-blocks.ts'

const ROOT = join(import.meta.dirname, '../..')
const blocks = pageBlocks()
const text = blocks.map(({ script }) => script).join('\n')

describe('docs/install.md', () => {
  it('has the blocks of an installation in their order', () => {
    expect([...new Set(blocks.map(({ heading }) => heading))]).toEqual([
      ...['Build', 'Secrets', 'Settings', 'Database', 'Chain', 'Capital', 'Check', 'With systemd', 'Proxy', 'Administrators', 'Trial'],
      'End of the trial',
    ])
  })

  it.each(blocks.map(({ heading, script }, index) => [index, heading, script] as const))(
    'has shell in block %i, %s',
    (_index, _heading, script) => {
      expect(spawnSync('bash', ['-n'], { input: script, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
    },
  )

  it('names commands of the product, units and files that exist', () => {
    const commands = [...text.matchAll(/tunjo\.js ([a-z-]+)/g)].map(([, name = '']) => name)
    expect(commands).toEqual(expect.arrayContaining(['migrate', 'deploy-chain', 'book-capital', 'check', 'create-administrator']))
    const sources = readdirSync(join(ROOT, 'server/src/commands'))
    expect(commands.filter((name) => !sources.includes(`${name}.ts`))).toEqual([])
    const units = [...text.matchAll(/\btunjo-(worker|scheduler|signer|core|web)\b(?!\.)/g)].map(([, role = '']) => role)
    expect(PROCESS_ROLES.filter((role) => !units.includes(role))).toEqual([])
    const files = [...text.matchAll(/\/opt\/tunjo\/(deploy\/[a-z/]+\.(?:conf|cfg))/g)].map(([, path = '']) => path)
    expect(files).toEqual(['deploy/proxy/nginx.conf'])
    expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  it('names screens, buttons and roles by the words that people see', () => {
    const prose = readFileSync(INSTALL_PAGE, 'utf8').replaceAll(/`[^`]*`/g, '')
    const words = [...prose.matchAll(/(?<!\*)\*([^*\n]+)\*(?!\*)/g)].map(([, word = '']) => word)
    expect(words).toEqual(expect.arrayContaining(['Aprobaciones', 'Intercambio', 'Billetera', 'Verificación KYC']))
    const texts = ['web/src', 'contract/src'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /(^|\/)(i18n\/es\/.*\.json|permissions\.ts|routes\.tsx)$/.test(name))
        .map((name) => readFileSync(join(ROOT, folder, name), 'utf8')),
    )
    const isShown = (word: string) => texts.some((all) => all.includes(`"${word}"`) || all.includes(`'${word}'`))
    expect(words.filter((word) => !isShown(word))).toEqual([])
  })

  it('makes every secret that a unit asks for', () => {
    const asked = readdirSync(join(ROOT, 'deploy/systemd'))
      .filter((name) => name.endsWith('.service'))
      .flatMap((name) =>
        [...readFileSync(join(ROOT, 'deploy/systemd', name), 'utf8').matchAll(/^LoadCredential=([a-z_]+):/gm)].map(([, one = '']) => one),
      )
    expect(asked.length).toBeGreaterThan(20)
    // The keystores are made by deploy-chain, from the settings of the signer's unit.
    const made = (name: string) => new RegExp(`\\b${name}\\b`).test(text) || /^signer_(hot|treasury)_keystore$/.test(name)
    expect([...new Set(asked)].filter((name) => !made(name))).toEqual([])
  })
})
