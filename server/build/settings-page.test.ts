/** docs/settings.md matches the schemas. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { declaredSettings } from '../src/platform/process/settings.ts'
import { KEY_RULES } from '../src/platform/secrets/role-keys.ts'
import { SETTINGS_FILE, settingsPage } from './settings-page.ts'

describe('docs/settings.md', () => {
  it('matches the schemas; npm run map writes it', () => {
    expect(readFileSync(SETTINGS_FILE, 'utf8')).toBe(settingsPage())
  })

  it('has every setting that the product reads', () => {
    const names = [...declaredSettings().keys()]
    expect(names.length).toBeGreaterThan(100)
    const page = settingsPage()
    expect(names.filter((name) => !page.includes(`| \`${name}\` |`))).toEqual([])
    expect(page.split('\n').filter((line) => line.endsWith('|  |'))).toEqual([])
  })

  it('no name with _FILE behind it is a setting, and keys with rules are settings', () => {
    const names = declaredSettings()
    expect([...names.keys()].filter((name) => names.has(`${name}_FILE`))).toEqual([])
    expect(Object.keys(KEY_RULES).filter((name) => !names.has(name) && !name.startsWith('AWS_'))).toEqual([])
  })
})
