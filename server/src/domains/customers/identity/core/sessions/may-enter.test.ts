import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { describe, expect, it } from 'vitest'
import { Refused } from '../../../../../platform/http/refusal.ts'
import { checkMayEnter, type EntryFacts, isProofOld } from './may-enter.ts'

const AT = new Date('2026-11-21T06:30:00Z')
const LATER = new Date('2026-11-21T06:30:01Z')
const OF_TEAM: EntryFacts['authorities'] = ['ROLE_ADMIN', 'ROLE_USER']
const GOOD: EntryFacts = {
  activatedAt: AT,
  state: ACCOUNT_STATE.verified,
  frozenAt: null,
  resetRequiredAt: null,
  authorities: ['ROLE_USER'],
}

function codeFor(facts: Partial<EntryFacts>): string | null {
  try {
    checkMayEnter({ ...GOOD, ...facts })
    return null
  } catch (error) {
    return error instanceof Refused ? error.refusal.code : 'thrown'
  }
}

describe('entry check', () => {
  it.each([
    [{}, null],
    [{ state: ACCOUNT_STATE.unverified }, null],
    [{ activatedAt: null }, 'identity.not_activated'],
    [{ state: ACCOUNT_STATE.suspended }, 'identity.account_suspended'],
    [{ state: ACCOUNT_STATE.closed }, 'identity.account_closed'],
    [{ state: ACCOUNT_STATE.closed, frozenAt: AT }, 'identity.account_closed'],
    [{ state: ACCOUNT_STATE.closed, authorities: OF_TEAM }, 'identity.staff_account_closed'],
    [{ frozenAt: AT }, 'identity.account_frozen'],
    [{ resetRequiredAt: AT }, 'identity.reset_required'],
    [{ frozenAt: AT, resetRequiredAt: AT }, 'identity.account_frozen'],
    [{ state: ACCOUNT_STATE.suspended, frozenAt: AT }, 'identity.account_suspended'],
  ])('ID-02 %j gets %s', (facts, code) => {
    expect(codeFor(facts)).toBe(code)
  })

  it.each([
    ['never changed', null, AT, false],
    ['changed before', AT, LATER, false],
    ['changed since', LATER, AT, true],
    ['changed at the same moment', AT, AT, true],
    ['asked for no password', LATER, undefined, false],
  ])('ID-03 a password that was %s', (_, passwordChangedAt, provedAt, isOld) => {
    expect(isProofOld({ passwordChangedAt }, provedAt)).toBe(isOld)
  })
})
