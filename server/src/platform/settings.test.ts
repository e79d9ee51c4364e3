import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { readPlatformSettings } from './config.ts'
import { booleanSetting, readSettings, SettingsInvalid } from './settings.ts'

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

  it('without any, the demo runs on this machine with every role', () => {
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

  it('production keeps the signer and what answers calls in processes of their own', () => {
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

  it('addresses are cleaned: no slash at the end, no blanks between proxies', () => {
    const env = { PUBLIC_URL: 'https://tunjo.example/', TRUSTED_PROXIES: '10.0.0.1, 10.0.0.2,' }
    expect(readPlatformSettings(env, [])).toMatchObject({ publicUrl: 'https://tunjo.example', trustedProxies: ['10.0.0.1', '10.0.0.2'] })
  })
})
