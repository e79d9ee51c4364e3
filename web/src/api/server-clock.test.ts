import { expect, it } from 'vitest'
import { recordServerTime, serverNowMs } from './server-clock.ts'

const answer = (at: number, cacheControl = 'no-store') => ({
  headers: new Headers({ date: new Date(at).toUTCString(), 'cache-control': cacheControl }),
})
const aheadMs = () => serverNowMs() - Date.now()

it("MON-06 follows the server's time and not that of cached answers", () => {
  const dayMs = 86_400_000
  recordServerTime(answer(Date.now() + dayMs))
  expect(Math.abs(aheadMs() - dayMs)).toBeLessThan(2_000)
  recordServerTime(answer(Date.now() - dayMs, 'max-age=3600'))
  recordServerTime({ headers: new Headers({ 'cache-control': 'no-store' }) })
  expect(Math.abs(aheadMs() - dayMs)).toBeLessThan(2_000)
})
