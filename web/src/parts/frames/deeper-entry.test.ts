import { describe, expect, it } from 'vitest'
import { isDeeperCurrent } from './deeper-entry.ts'

describe('SHELL-06 a single menu entry is the current page', () => {
  const [mine, kyc] = [{ to: 'verification/trabajo' }, { to: 'verification/' }]
  const current = (path: string, offered: readonly { to: string }[]) =>
    offered.filter(({ to }) => path.includes(`administrative/${to}`) && !isDeeperCurrent(path, to, offered)).map(({ to }) => to)

  it.each([
    ['/application/administrative/verification/trabajo', [mine, kyc], [mine.to]],
    ['/application/administrative/verification/', [mine, kyc], [kyc.to]],
    ['/application/administrative/verification/reglas', [mine, kyc], [kyc.to]],
    // An officer without the permission to take work has no other entry for it.
    ['/application/administrative/verification/trabajo', [kyc], [kyc.to]],
  ])('%s of %j', (path, offered, expected) => {
    expect(current(path, offered)).toEqual(expected)
  })
})
