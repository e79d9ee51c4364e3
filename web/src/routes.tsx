/** Every screen: path, Spanish name (`shell:title.*`), who may see it, phrases, file. */
import type { ComponentType } from 'react'
import type { Namespace } from './i18n/index.ts'

export interface Screen {
  path: string
  title: keyof Phrases['shell']['title']
  /** `landing` for everybody; `visitor` sends a signed-in person home; `application` asks for a session; `bare` has nothing around it. */
  frame: 'landing' | 'visitor' | 'application' | 'bare'
  phrases: readonly Namespace[]
  load: () => Promise<{ default: ComponentType }>
}

export const SCREENS: readonly Screen[] = [
  { path: '/', title: 'landing', frame: 'visitor', phrases: ['landing'], load: () => import('./screens/landing/landing-screen.tsx') },
  {
    path: '/terms-and-conditions',
    title: 'terms',
    frame: 'landing',
    phrases: ['policies'],
    load: () => import('./screens/terms-and-conditions/terms-screen.tsx'),
  },
  {
    path: '/data-policy',
    title: 'dataPolicy',
    frame: 'landing',
    phrases: ['policies'],
    load: () => import('./screens/data-policy/data-policy-screen.tsx'),
  },
  {
    path: '/sarlaft-policy',
    title: 'sarlaft',
    frame: 'landing',
    phrases: ['policies'],
    load: () => import('./screens/sarlaft-policy/sarlaft-policy-screen.tsx'),
  },
  {
    path: '/contact-us',
    title: 'contact',
    frame: 'landing',
    phrases: ['contact'],
    load: () => import('./screens/contact-us/contact-screen.tsx'),
  },
  { path: '/login', title: 'login', frame: 'visitor', phrases: ['access'], load: () => import('./screens/login/login-screen.tsx') },
  { path: '/sign-up', title: 'signUp', frame: 'visitor', phrases: ['access'], load: () => import('./screens/sign-up/sign-up-screen.tsx') },
  {
    path: '/users/activate/$token',
    title: 'activate',
    frame: 'landing',
    phrases: ['access'],
    load: () => import('./screens/users/activate-screen.tsx'),
  },
  { path: '/logout', title: 'logout', frame: 'landing', phrases: ['access'], load: () => import('./screens/logout/logout-screen.tsx') },
  {
    path: '/application/wallets',
    title: 'wallets',
    frame: 'application',
    phrases: ['wallets', 'money'],
    load: () => import('./screens/application/wallets/wallets-screen.tsx'),
  },
  {
    path: '/application/cuentas',
    title: 'accounts',
    frame: 'application',
    phrases: ['accounts', 'money'],
    load: () => import('./screens/application/cuentas/accounts-screen.tsx'),
  },
  {
    path: '/application',
    title: 'home',
    frame: 'application',
    phrases: ['home', 'money'],
    load: () => import('./screens/application/home/home-screen.tsx'),
  },
  {
    path: '/application/record',
    title: 'record',
    frame: 'application',
    phrases: ['record', 'money'],
    load: () => import('./screens/application/record/record-screen.tsx'),
  },
  {
    path: '/application/trade',
    title: 'trade',
    frame: 'application',
    phrases: ['trade'],
    load: () => import('./screens/application/trade/trade-screen.tsx'),
  },
  {
    path: '/chart/$tokenIn/$tokenOut',
    title: 'chart',
    frame: 'bare',
    phrases: ['chart'],
    load: () => import('./screens/chart/chart-screen.tsx'),
  },
  {
    path: '/explorer/tx/$hash',
    title: 'transaction',
    frame: 'landing',
    phrases: ['explorer'],
    load: () => import('./screens/explorer/transaction-screen.tsx'),
  },
]
