import { PERMISSIONS } from '@tunjo/contract/permissions'
import { expect, it } from 'vitest'
import { everyCall } from '../../../../../dev/testing/every-call.ts'

it('ADM-15 every permission is asked by some call, so that none is granted for nothing', async () => {
  const asked = new Set(Object.values(await everyCall()).map(({ permission }) => permission))
  expect(PERMISSIONS.filter((permission) => !asked.has(permission))).toEqual([])
})
