import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { temporaryFolder } from '../../../../dev/testing/temporary-folder.ts'
import { checkKeys } from '../secrets/role-keys.ts'
import { readPlatformSettings } from './config.ts'
import { booleanSetting, readSettings, refuseMisspelled, SettingsInvalid } from './settings.ts'

describe('settings', () => {
  const schema = z.object({ LIMIT: z.coerce.number().int().default(5), SWITCH: booleanSetting.default(false) })

  it('have defaults, and empty text is no value', () => {
    expect(readSettings(schema, { LIMIT: '', OTHER: 'x' })).toEqual({ LIMIT: 5, SWITCH: false })
    expect(readSettings(schema, { LIMIT: '7', SWITCH: 'true' })).toEqual({ LIMIT: 7, SWITCH: true })
  })

  it('a wrong value is refused with the name of its variable', () => {
    expect(() => readSettings(schema, { LIMIT: 'many', SWITCH: 'yes' })).toThrow(SettingsInvalid)
    expect(() => readSettings(schema, { LIMIT: 'many', SWITCH: 'yes' })).toThrow(/LIMIT: .*SWITCH: /)
  })
})

describe('settings from files', () => {
  const schema = z.object({ SECRET: z.string().optional(), LIMIT: z.coerce.number().default(5) })
  const file = join(temporaryFolder('settings'), 'secret')
  writeFileSync(file, 'a b\n')

  it('are read without the end of the line, and apply like any other', () => {
    expect(readSettings(schema, { SECRET_FILE: file })).toEqual({ SECRET: 'a b', LIMIT: 5 })
    expect(() => readSettings(schema, { LIMIT_FILE: file })).toThrow(/LIMIT: /)
  })

  it('are refused when they cannot be read, or are given twice', () => {
    expect(() => readSettings(schema, { SECRET_FILE: '/nowhere/secret' })).toThrow(
      'SECRET_FILE names /nowhere/secret, which cannot be read (ENOENT).',
    )
    expect(() => readSettings(schema, { SECRET_FILE: file, SECRET: 'x' })).toThrow('SECRET and SECRET_FILE are both given')
  })

  it('R13 count as keys that a role holds', () => {
    expect(() => checkKeys(new Set(['web']), { CORE_TOKEN_FILE: file, SECRETS_KEY_FILE: file })).toThrow(
      'SECRETS_KEY is given to a process',
    )
    expect(() => checkKeys(new Set(['web']), { CORE_TOKEN_FILE: file })).not.toThrow()
  })
})

describe('names of settings', () => {
  const known = ['TRADING_MINIMUM_BTC', 'SECRETS_KEY', 'CHAIN_MAXIMUM_FEE_FILE', 'HOST']

  it.each([
    ['TRADING_MINIMUM_EUR', 'TRADING_MINIMUM_BTC'],
    ['SECRET_KEY', 'SECRETS_KEY'],
    ['SECRETS_KEYS', 'SECRETS_KEY'],
    ['CHAIN_MAXIMUM_FEE_FILES', 'CHAIN_MAXIMUM_FEE_FILE'],
  ])('%s was meant as %s', (name, nearest) => {
    expect(() => refuseMisspelled({ [name]: 'x' }, known)).toThrow(`${name} is no setting. Did you mean ${nearest}?`)
  })

  it('of other programs, of files and without a value are ignored', () => {
    const env = { PATH: 'x', HOSTNAME: 'x', SIGNER_PORT_8080_TCP: 'x', npm_config_cache: 'x', SECRETS_KEY_FILE: 'x', SECRET_KEY: '' }
    expect(() => refuseMisspelled(env, known)).not.toThrow()
  })
})

describe('settings of the platform', () => {
  const production = {
    PROFILE: 'production',
    PUBLIC_URL: 'https://tunjo.example',
    DATABASE_URL: 'postgres://db.example/tunjo',
    SECRETS_KEY: 'a2V5',
    MAIL_URL: 'smtps://mail.example',
    ...{ WOMPI_PRIVATE_KEY: 'a', WOMPI_INTEGRITY_SECRET: 'b', WOMPI_EVENTS_SECRET: 'c' },
    ...{ PAYOUTS_API_KEY: 'd', PAYOUTS_PRINCIPAL_ID: 'e', PAYOUTS_EVENTS_SECRET: 'f' },
    ...{ TUSDATOS_USER: 'g', TUSDATOS_PASSWORD: 'h' },
  }

  it('without any setting, the demo runs on this machine with every role', () => {
    const settings = readPlatformSettings({}, [])
    expect(settings).toMatchObject({ profile: 'demo', port: 8080, host: '127.0.0.1', publicUrl: 'http://localhost:8080' })
    expect([...settings.roles]).toEqual(['web', 'core', 'worker', 'signer', 'scheduler'])
  })

  it('production takes a complete set', () => {
    expect(readPlatformSettings(production, ['--roles=worker,scheduler'])).toMatchObject({
      profile: 'production',
      roles: new Set(['worker', 'scheduler']),
    })
  })

  it.each([
    ['PUBLIC_URL', undefined, 'PUBLIC_URL is needed'],
    ['PUBLIC_URL', 'http://tunjo.example', 'must start with https://'],
    ['DATABASE_URL', undefined, 'DATABASE_URL is needed'],
    ['DATABASE_URL', 'mysql://db.example/tunjo', 'DATABASE_URL'],
    ['MAIL_URL', undefined, 'MAIL_URL is needed'],
    ['PROFILE', 'staging', 'PROFILE'],
    ['PORT', '70000', 'PORT'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL'],
  ])('production refuses %s = %s', (name, value, sentence) => {
    expect(() => readPlatformSettings({ ...production, [name]: value }, ['--roles=worker,scheduler'])).toThrow(sentence)
  })

  it('production runs the signer and the role that answers calls in separate processes', () => {
    for (const roles of [[], ['--roles=web,signer'], ['--roles=worker,signer']])
      expect(() => readPlatformSettings(production, roles)).toThrow('In production the signer is a process of its own')
    expect(() => readPlatformSettings(production, ['--roles=web,worker'])).toThrow('In production the web is a process of its own')
  })

  it('the address of the core is for the web role alone', () => {
    const shared = { CORE_URL: 'http://127.0.0.1:8081', CORE_TOKEN: 'a token that web and core of this test share' }
    for (const roles of ['--roles=core,worker', '--roles=worker', '--roles=web,core'])
      expect(() => readPlatformSettings(shared, [roles])).toThrow('CORE_URL is for a process with the role web')
    expect(readPlatformSettings(shared, ['--roles=web'])).toMatchObject({ coreUrl: shared.CORE_URL, coreToken: shared.CORE_TOKEN })
  })

  it('an unknown role of the process is refused', () => {
    expect(() => readPlatformSettings({}, ['--roles=web,boss'])).toThrow('--roles takes a list of web, core, worker, signer, scheduler.')
    expect(() => readPlatformSettings({}, ['--roles='])).toThrow(SettingsInvalid)
  })

  it('roles may follow a space too, and any other argument is refused', () => {
    expect([...readPlatformSettings({}, ['--roles', 'worker,scheduler']).roles]).toEqual(['worker', 'scheduler'])
    for (const args of [['--role=worker'], ['worker'], ['--roles=worker', 'scheduler'], ['--roles', 'worker', 'scheduler']])
      expect(() => readPlatformSettings({}, args), args.join(' ')).toThrow('is no option: there is --roles')
    expect(() => readPlatformSettings({}, ['--roles'])).toThrow('--roles takes a list of')
  })

  it('addresses are cleaned: no slash at the end, no blanks between proxies', () => {
    const env = { PUBLIC_URL: 'https://tunjo.example/', TRUSTED_PROXIES: '10.0.0.1, 10.0.0.2,' }
    expect(readPlatformSettings(env, [])).toMatchObject({ publicUrl: 'https://tunjo.example', trustedProxies: ['10.0.0.1', '10.0.0.2'] })
  })
})
