import { VIEWS_MAX } from '@tunjo/contract/saved-views'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { auditTrail } from '../../../../../../dev/testing/audit.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { idOfOfficer, type KycTest, newOfficer, startKycTest } from '../../../customers/kyc/testing.ts'

vi.setConfig({ testTimeout: 120_000 })

const PATH = '/kyc/administrative/views'
const CONTENT = { filters: { state: 'Pendiente' }, pageSize: 50 }
let test: KycTest
beforeAll(async () => {
  test = await startKycTest()
})
afterAll(() => test.stop())

const save = (officer: string, name: string, asked: object = {}) =>
  test.call(officer, 'POST', PATH, { list: 'people', name, content: CONTENT, isShared: false, isDefault: false, ...asked })
const saved = async (officer: string, name: string, asked: object = {}): Promise<string> => (await save(officer, name, asked)).body.id
const views = async (officer: string, list = 'people') => (await test.call(officer, 'GET', `${PATH}?list=${list}`)).body.results
const change = (officer: string, id: string, asked: object) =>
  test.call(officer, 'PUT', `${PATH}/${id}`, { name: 'Otra', isShared: false, ...asked })
const setDefault = (officer: string, id: string | null, list = 'people') => test.call(officer, 'PUT', `${PATH}/default`, { list, id })
const remove = (officer: string, id: string) => test.call(officer, 'DELETE', `${PATH}/${id}`)
const defaults = async (officer: string) =>
  (await views(officer)).filter((view: { isDefault: boolean }) => view.isDefault).map(({ id }: { id: string }) => id)

describe('saved views', () => {
  it('an officer saves, renames, replaces and deletes one; each is in the audit trail', async () => {
    const officer = newOfficer()
    const id = await saved(officer, ' Altos  ')
    expect(await views(officer)).toMatchObject([{ id, name: 'Altos', content: CONTENT, isMine: true, isShared: false, isDefault: false }])
    expect(await views(officer, 'alerts')).toEqual([])
    expect((await change(officer, id, { name: 'Nuevos' })).status).toBe(200)
    expect(await views(officer)).toMatchObject([{ name: 'Nuevos', content: CONTENT }])
    const content = { ...CONTENT, filters: { level: '2' } }
    await change(officer, id, { name: 'Nuevos', content })
    expect(await views(officer)).toMatchObject([{ name: 'Nuevos', content }])
    expect((await remove(officer, id)).status).toBe(200)
    expect(await views(officer)).toEqual([])
    expect((await remove(officer, id)).status).toBe(410)
    expect(await auditTrail(test.platform.db, { action: 'compliance.view_changed', objectId: id })).toHaveLength(4)
  })

  it('a change contains only what changes: new filters neither share again nor restore an old name', async () => {
    const officer = newOfficer()
    const id = await saved(officer, 'Una', { isShared: true })
    await change(officer, id, { name: 'Dos', isShared: false })
    const content = { ...CONTENT, filters: { level: '2' } }
    expect((await test.call(officer, 'PUT', `${PATH}/${id}`, { content })).status).toBe(200)
    expect(await views(officer)).toMatchObject([{ name: 'Dos', isShared: false, content }])
  })

  it.each(['\u200b', '\u202e', 'Al rev\u202eés'])('SEC-33 refuses a name with invisible characters: %j', async (name) => {
    const officer = newOfficer()
    expect((await save(officer, name)).code).toBe('request.text_unseen')
    const id = await saved(officer, 'Una')
    expect((await change(officer, id, { name })).code).toBe('request.text_unseen')
  })

  it('a view of alerts stores severity, postponed ones and whether any alert is enough', async () => {
    const officer = newOfficer()
    const content = { filters: { lists: '1', severity: 'high', snoozed: '1', mode: 'any' }, pageSize: 50 }
    const id = await saved(officer, 'Graves', { list: 'alerts', content })
    expect(await views(officer, 'alerts')).toMatchObject([{ id, content, isOutdated: false }])
    const wrong = { ...content, filters: { mode: 'none' } }
    expect(await save(officer, 'Otra', { list: 'alerts', content: wrong })).toMatchObject({ code: 'views.filter_unknown' })
  })

  it('a search text is refused and never stored', async () => {
    const officer = newOfficer()
    for (const filters of [{ idUser: newId() }, { document: '1020304050' }, { search: '1020304050' }, { state: '1020304050' }])
      expect(await save(officer, 'Una', { content: { ...CONTENT, filters } })).toMatchObject({ status: 400, code: 'views.filter_unknown' })
    const id = await saved(officer, 'Una')
    const content = { ...CONTENT, filters: { idUser: newId() } }
    expect(await change(officer, id, { content })).toMatchObject({ status: 400, code: 'views.filter_unknown' })
    expect(await views(officer)).toMatchObject([{ content: CONTENT }])
  })

  it('a private view of another officer is reported as not found; shared ones are seen by all and changed by their owner', async () => {
    const [owner, other] = [newOfficer(), newOfficer()]
    const [own, shared] = [await saved(owner, 'Propia'), await saved(owner, 'Del equipo', { isShared: true })]
    await sql`INSERT INTO identity.account (id, email, password_hash, authorities, state, lang_key, created_at, activated_at)
      VALUES (${idOfOfficer(owner)}, 'quien.comparte@correo.example', 'x', '{ROLE_ADMIN}', 1, 'es', now(), now())`.execute(test.platform.db)
    expect(await views(other)).toMatchObject([{ id: shared, isMine: false, isShared: true, owner: 'quien.comparte@correo.example' }])
    for (const id of [own, shared, newId()]) {
      expect((await change(other, id, {})).status).toBe(410)
      expect((await remove(other, id)).status).toBe(410)
    }
    expect((await setDefault(other, own)).status).toBe(410)
    expect((await setDefault(other, shared)).status).toBe(200)
    expect(await defaults(other)).toEqual([shared])
    expect(await defaults(owner)).toEqual([])
    // No longer shared: it disappears for the others, also as their default.
    await change(owner, shared, { name: 'Del equipo', isShared: false })
    await change(owner, shared, { name: 'Del equipo', isShared: true })
    expect(await defaults(other)).toEqual([])
  })

  it('a refused default keeps the earlier one', async () => {
    const [officer, other] = [newOfficer(), newOfficer()]
    const [mine, theirs] = [await saved(officer, 'Mía', { isDefault: true }), await saved(other, 'Ajena')]
    expect((await setDefault(officer, theirs)).status).toBe(410)
    expect((await setDefault(officer, mine, 'alerts')).status).toBe(410)
    expect(await defaults(officer)).toEqual([mine])
    await setDefault(officer, null)
    expect(await defaults(officer)).toEqual([])
  })

  it('a filter that no longer exists is dropped on reading, and reported', async () => {
    const officer = newOfficer()
    const [old, broken] = [await saved(officer, 'Antigua'), await saved(officer, 'Rota')]
    const filters = JSON.stringify({ ...CONTENT, filters: { state: 'Pendiente', gone: 'x', risk: 'gone', constructor: 'x' } })
    await sql`UPDATE compliance.saved_view SET content = ${filters}::jsonb WHERE id = ${old}`.execute(test.platform.db)
    await sql`UPDATE compliance.saved_view SET content = '[7]' WHERE id = ${broken}`.execute(test.platform.db)
    expect((await views(officer)).filter(({ isMine }: { isMine: boolean }) => isMine)).toMatchObject([
      { id: old, content: CONTENT, isOutdated: true },
      { id: broken, content: { filters: {} }, isOutdated: true },
    ])
    expect((await change(officer, old, { name: 'Antigua, otra vez' })).status).toBe(200)
  })

  it('twenty concurrent calls: never above the limit, unique names, one default', async () => {
    const officer = newOfficer()
    for (let n = 0; n < VIEWS_MAX - 5; n += 1) await saved(officer, `Vista ${n}`)
    const same = await Promise.all(Array.from({ length: 20 }, (_, n) => save(officer, n % 2 ? 'Igual' : 'IGUAL')))
    expect(same.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(same.filter(({ code }) => code === 'views.name_taken')).toHaveLength(19)
    const more = await Promise.all(Array.from({ length: 20 }, (_, n) => save(officer, `Más ${n}`, { isDefault: true })))
    expect(more.filter(({ status }) => status === 200)).toHaveLength(4)
    expect(more.filter(({ status, code }) => status === 409 && code === 'views.too_many')).toHaveLength(16)
    const all: { id: string }[] = await views(officer)
    expect(all.filter((view) => 'isMine' in view && view.isMine)).toHaveLength(VIEWS_MAX)
    expect(await defaults(officer)).toHaveLength(1)
    const chosen = await Promise.all(all.slice(0, 20).map(({ id }) => setDefault(officer, id)))
    expect(chosen.every(({ status }) => status === 200)).toBe(true)
    expect(await defaults(officer)).toHaveLength(1)
  })
})
