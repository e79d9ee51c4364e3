/** Every screen is reachable by links from earlier screens, without typing an address. */
import { describe, expect, it } from 'vitest'
import { SCREENS, type Screen } from '../src/routes.tsx'
import { placesOfScreens, type VisitorRole } from './link-places.ts'

/** Screens without a link in the application, and how they are reached. */
const REACHED_OTHERWISE: Readonly<Record<string, string>> = {
  '/contact-us/ticket/$token': 'the server answers its address after the contact form was sent, and mails it',
  '/users/activate/$token': 'a mail after the sign-up',
  '/users/reset-password/$token': 'a mail after "Olvidé mi contraseña"',
  '/users/confirm-email/$token': 'a mail to the new address',
  '/users/freeze/$token': 'a mail about something that the owner may not have done',
  '/users/appeal/$token': 'a mail after "Escribir sobre mi cuenta"',
  '/users/join-team/$token': 'a mail of an invitation to the team',
  '/users/lost-factor/$token': 'a mail after the sign-in said that a factor is lost',
  '/users/confirm-location/$token': 'a mail about a sign-in from elsewhere',
  '/users/deny-location/$token': 'a mail about a sign-in from elsewhere',
  '/dev/ui': 'the gallery of parts is for those who write the application',
}

const found: Record<VisitorRole, ReadonlyMap<string, readonly string[]>> = {
  stranger: placesOfScreens('stranger'),
  ROLE_USER: placesOfScreens('ROLE_USER'),
  ROLE_ADMIN: placesOfScreens('ROLE_ADMIN'),
}

/** Roles that have to reach the screen; a public screen is reached when one of them reaches it. */
function walkersOf(screen: Screen): readonly (readonly VisitorRole[])[] {
  if (screen.frame !== 'application') return [['stranger', 'ROLE_USER', 'ROLE_ADMIN']]
  return screen.role === 'SIGNED_IN' ? [['ROLE_USER'], ['ROLE_ADMIN']] : [[screen.role]]
}
const isFound = (screen: Screen) => walkersOf(screen).every((walkers) => walkers.some((walker) => found[walker].has(screen.path)))

const places = (path: string) => Object.values(found).flatMap((screens) => screens.get(path) ?? [])

describe('links', () => {
  it.each(SCREENS.filter(({ path }) => !(path in REACHED_OTHERWISE)))('SHELL-07 reach $path', (screen) => {
    expect(isFound(screen), `only these lead to ${screen.path}: ${places(screen.path).join(', ') || 'none'}`).toBe(true)
  })

  it('no exception has a link by now, and each is a screen', () => {
    expect(Object.keys(REACHED_OTHERWISE).filter((path) => places(path).length > 0)).toEqual([])
    expect(Object.keys(REACHED_OTHERWISE).filter((path) => !SCREENS.some((screen) => screen.path === path))).toEqual([])
  })

  it('are read with the place that contains them: a menu, a row of tabs, a navigating call, a computed address', () => {
    expect(found.ROLE_ADMIN.get('/application/administrative/financial/stopped')).toEqual([
      'web/src/parts/frames/admin-menu.tsx',
      'web/src/parts/stopped-notice.tsx',
    ])
    expect(found.ROLE_ADMIN.get('/application/administrative/verification/carga')).toEqual([
      'web/src/parts/verification-dashboard/dashboard-frame.tsx',
    ])
    expect(found.stranger.get('/verificar/$code')).toEqual(['web/src/screens/verificar/check-screen.tsx'])
    expect(found.ROLE_ADMIN.get('/application/administrative/configuration/$set')).toEqual([
      'web/src/screens/application/administrative/configuration/sets-screen.tsx',
    ])
  })

  it('of one role do not count for another', () => {
    expect(found.ROLE_USER.get('/application/administrative/fees')).toBeUndefined()
    expect(found.ROLE_ADMIN.get('/application/trade')).toBeUndefined()
    expect(found.stranger.get('/application/wallets')).toBeUndefined()
  })
})
