/** Router: builds routes from the table of screens, with frames, guard, and lazy code per screen. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { queries } from './api/query-client.ts'
import { loadPhrases } from './i18n/index.ts'
import { LandingFrame } from './parts/frames/landing-frame.tsx'
import { NotFound } from './parts/not-found.tsx'
import { ScreenError, ScreenMissing } from './parts/screen-error.tsx'
import { SCREENS, type Screen } from './routes.tsx'
import { mayHaveSession } from './session-hint.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: Screen['title']
    role?: Extract<Screen, { frame: 'application' }>['role']
  }
  /** Kept in the tab's history and not in the address, which is logged and shared. */
  interface HistoryState {
    /** E-mail typed on the sign-in page, for the reset page. */
    email?: string
  }
}

const root = createRootRoute({ component: Outlet })

const landing = createRoute({ getParentRoute: () => root, id: 'landing', component: LandingFrame })

/** A live session is redirected to its home (SHELL-09). */
const visitor = createRoute({
  getParentRoute: () => landing,
  id: 'visitor',
  beforeLoad: async ({ search }) => {
    const account = mayHaveSession() ? await withinTimeout(signedInAccount()) : null
    if (!account) return
    const { destination } = await arriving(import('./parts/destination.ts'))
    throw redirect({ href: destination(account, search) })
  },
})

/** Rendered only once the session is known; without one, the location is saved (SHELL-08). */
const application = createRoute({
  getParentRoute: () => root,
  id: 'application',
  component: lazyRouteComponent(loadFrame, 'ApplicationFrame'),
  beforeLoad: async ({ location }) => {
    prefetchCode(location.pathname)
    if (!(await signedInAccount())) throw redirect({ to: '/login/', search: { redirect: location.href } })
  },
})

/** Pages shown inside others. */
const bare = createRoute({ getParentRoute: () => root, id: 'bare' })

function loadFrame() {
  return arriving(import('./parts/frames/application-frame.tsx'))
}

/** A failed load of code is no error of the screen: there is no network, or a newer version was deployed. */
const arriving = <T,>(code: Promise<T>): Promise<T> =>
  code.catch((cause: unknown) => {
    throw new ScreenMissing(cause)
  })

/** Prefetch the code of a private page together with its session. A failed prefetch is retried on use. */
function prefetchCode(pathname: string): void {
  if (!navigator.onLine || !mayHaveSession()) return
  const screen = SCREENS.find(({ path }) => path === pathname.replace(/\/$/, ''))
  for (const load of [loadFrame, screen?.load]) void load?.().catch(() => undefined)
}

const parents = { landing, visitor, application, bare }

/** Lazy: a visitor of the public pages does not need the session's code. */
async function signedInAccount() {
  const { fetchSession, onAccountChange } = await arriving(import('./session.ts'))
  onAccountChange(leavePrivateScreens)
  return fetchSession()
}

const VISITOR_TIMEOUT_MS = 3_000
/** A public page is shown whatever the state of the session. */
const withinTimeout = <T,>(asked: Promise<T>): Promise<T | null> =>
  Promise.race([asked.catch(() => null), new Promise<null>((resolve) => setTimeout(() => resolve(null), VISITOR_TIMEOUT_MS))])

/** A session that ends, here or in another tab, closes the private screens. */
function leavePrivateScreens(): void {
  queries.clear()
  void router.invalidate()
}

/** Catch-all route, so that the not-found page has a frame and a title. */
const unknown = createRoute({
  getParentRoute: () => landing,
  path: '$',
  component: NotFound,
  staticData: { title: 'notFound' },
})

function routesOf(frame: Screen['frame']) {
  return SCREENS.filter((screen) => screen.frame === frame).map((screen) =>
    createRoute({
      getParentRoute: () => parents[frame],
      path: screen.path,
      component: lazyRouteComponent(() => loadScreen(screen)),
      staticData: { title: screen.title, role: screen.frame === 'application' ? screen.role : undefined },
    }),
  )
}

async function loadScreen(screen: Screen) {
  // A browser may cache a failed load of code until the page is reloaded.
  if (!navigator.onLine) throw new ScreenMissing()
  const [module] = await arriving(Promise.all([screen.load(), loadPhrases(screen.phrases)]))
  return module
}

export const router = createRouter({
  routeTree: root.addChildren([
    landing.addChildren([...routesOf('landing'), visitor.addChildren(routesOf('visitor')), unknown]),
    application.addChildren(routesOf('application')),
    bare.addChildren(routesOf('bare')),
  ]),
  defaultPreload: 'intent',
  scrollRestoration: true,
  trailingSlash: 'preserve',
  defaultErrorComponent: ScreenError,
  defaultNotFoundComponent: NotFound,
})
