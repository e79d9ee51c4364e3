/**
 * Route table of all screens: path, Spanish name (`shell:title.*`), required role, phrases, file. Paths match with and without a trailing
 * slash.
 */
import type { Account } from '@tunjo/contract/identity'
import type { ComponentType } from 'react'
import type { Namespace } from './i18n/index.ts'

interface AnyScreen {
  path: string
  title: keyof Phrases['shell']['title']
  phrases: readonly Namespace[]
  load: () => Promise<{ default: ComponentType }>
}
/** `landing` for all visitors; `visitor` redirects a signed-in person home; `bare` has no frame. */
interface PublicScreen extends AnyScreen {
  frame: 'landing' | 'visitor' | 'bare'
}
/** Requires a session and a role: a private screen without a role does not compile. */
interface PrivateScreen extends AnyScreen {
  frame: 'application'
  role: Account['authorities'][number] | 'SIGNED_IN'
}
export type Screen = PublicScreen | PrivateScreen

type Place = Pick<PrivateScreen, 'path' | 'title' | 'frame' | 'role'>
const customer = (path: string, title: Screen['title']): Place => ({
  path,
  title,
  frame: 'application',
  role: 'ROLE_USER',
})
const anyone = (path: string, title: Screen['title']): Place => ({ ...customer(path, title), role: 'SIGNED_IN' })
const officer = (path: string, title: Screen['title']): Place => ({
  ...customer(`/application/administrative/${path}`, title),
  role: 'ROLE_ADMIN',
})

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
    load: () => import('./screens/contact-us/form/contact-screen.tsx'),
  },
  {
    path: '/contact-us/ticket/$token',
    title: 'ticket',
    frame: 'landing',
    phrases: ['contact'],
    load: () => import('./screens/contact-us/ticket/ticket-screen.tsx'),
  },
  {
    path: '/verificar',
    title: 'verifyDocument',
    frame: 'landing',
    phrases: ['verify'],
    load: () => import('./screens/verificar/check-screen.tsx'),
  },
  {
    path: '/verificar/$code',
    title: 'verifyDocument',
    frame: 'landing',
    phrases: ['verify'],
    load: () => import('./screens/verificar/check-screen.tsx'),
  },
  { path: '/login', title: 'login', frame: 'visitor', phrases: ['access'], load: () => import('./screens/login/login-screen.tsx') },
  { path: '/sign-up', title: 'signUp', frame: 'visitor', phrases: ['access'], load: () => import('./screens/sign-up/sign-up-screen.tsx') },
  {
    path: '/users/activate/$token',
    title: 'activate',
    frame: 'landing',
    phrases: ['access', 'activation'],
    load: () => import('./screens/users/activate/activate-screen.tsx'),
  },
  {
    path: '/forgot-password',
    title: 'forgotPassword',
    frame: 'landing',
    phrases: ['access'],
    load: () => import('./screens/forgot-password/forgot-password-screen.tsx'),
  },
  {
    path: '/users/reset-password/$token',
    title: 'resetPassword',
    frame: 'landing',
    phrases: ['access'],
    load: () => import('./screens/users/reset-password/reset-password-screen.tsx'),
  },
  {
    path: '/users/confirm-email/$token',
    title: 'confirmEmail',
    frame: 'landing',
    phrases: ['account-links'],
    load: () => import('./screens/users/confirm-email/confirm-email-screen.tsx'),
  },
  {
    path: '/users/freeze/$token',
    title: 'freeze',
    frame: 'landing',
    phrases: ['account-links'],
    load: () => import('./screens/users/freeze/freeze-screen.tsx'),
  },
  {
    path: '/users/appeal',
    title: 'appeal',
    frame: 'landing',
    phrases: ['appeal'],
    load: () => import('./screens/users/appeal/request-appeal-screen.tsx'),
  },
  {
    path: '/users/appeal/$token',
    title: 'appeal',
    frame: 'landing',
    phrases: ['appeal'],
    load: () => import('./screens/users/appeal/appeal-screen.tsx'),
  },
  {
    path: '/users/join-team/$token',
    title: 'joinTeam',
    frame: 'landing',
    phrases: ['join-team', 'access'],
    load: () => import('./screens/users/join-team/join-team-screen.tsx'),
  },
  {
    path: '/users/lost-factor/$token',
    title: 'lostFactor',
    frame: 'landing',
    phrases: ['lost-factor'],
    load: () => import('./screens/users/lost-factor/lost-factor-screen.tsx'),
  },
  {
    path: '/users/confirm-location/$token',
    title: 'confirmLocation',
    frame: 'landing',
    phrases: [],
    load: () => import('./screens/users/confirm-location/confirm-location-screen.tsx'),
  },
  {
    path: '/users/deny-location/$token',
    title: 'denyLocation',
    frame: 'landing',
    phrases: [],
    load: () => import('./screens/users/deny-location/deny-location-screen.tsx'),
  },
  { path: '/logout', title: 'logout', frame: 'landing', phrases: ['access'], load: () => import('./screens/logout/logout-screen.tsx') },
  {
    path: '/application/wallets',
    title: 'wallets',
    frame: 'application',
    role: 'ROLE_USER',
    phrases: ['wallets', 'money', 'pause', 'send', 'conversations'],
    load: () => import('./screens/application/wallets/wallets-screen.tsx'),
  },
  {
    path: '/application/cuentas',
    title: 'accounts',
    frame: 'application',
    role: 'ROLE_USER',
    phrases: ['accounts', 'money', 'pause', 'send'],
    load: () => import('./screens/application/cuentas/accounts-screen.tsx'),
  },
  {
    path: '/application',
    title: 'home',
    frame: 'application',
    role: 'ROLE_USER',
    phrases: ['home', 'money', 'pause'],
    load: () => import('./screens/application/home/home-screen.tsx'),
  },
  {
    path: '/application/record',
    title: 'record',
    frame: 'application',
    role: 'ROLE_USER',
    phrases: ['record', 'money', 'conversations'],
    load: () => import('./screens/application/record/record-screen.tsx'),
  },
  {
    path: '/application/trade',
    title: 'trade',
    frame: 'application',
    role: 'ROLE_USER',
    phrases: ['trade', 'conversations'],
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
    path: '/dev/ui',
    title: 'devUi',
    frame: 'landing',
    phrases: ['dev-ui', 'files'],
    load: () => import('./screens/dev/ui/dev-ui-screen.tsx'),
  },
  {
    path: '/explorer/tx/$hash',
    title: 'transaction',
    frame: 'landing',
    phrases: ['explorer'],
    load: () => import('./screens/explorer/transaction-screen.tsx'),
  },
  {
    ...customer('/postregister', 'survey'),
    phrases: ['survey'],
    load: () => import('./screens/postregister/survey-screen.tsx'),
  },
  {
    ...customer('/application/verification', 'verification'),
    phrases: ['verification', 'files', 'money', 'conversations'],
    load: () => import('./screens/application/verification/verification-screen.tsx'),
  },
  ...['', '/$id'].map((rest) => ({
    ...customer(`/application/messages${rest}`, 'messages'),
    phrases: ['conversations'] as const,
    load: () => import('./screens/application/messages/messages-screen.tsx'),
  })),
  {
    ...anyone('/application/configuration', 'configuration'),
    phrases: ['configuration', 'security', 'notices', 'pause', 'data-requests', 'conversations'],
    load: () => import('./screens/application/configuration/configuration-screen.tsx'),
  },
  {
    ...anyone('/application/login-report', 'loginReport'),
    phrases: ['sign-ins'],
    load: () => import('./screens/application/login-report/login-report-screen.tsx'),
  },
  ...['', '/$list'].map((rest) => ({
    ...officer(`verification${rest}`, 'kyc'),
    phrases: ['people', 'alert-list'] as const,
    load: () => import('./screens/application/administrative/verification/dashboard/dashboard-screen.tsx'),
  })),
  {
    ...officer('verification/carga', 'kyc'),
    phrases: ['people', 'workload'],
    load: () => import('./screens/application/administrative/verification/workload/workload-screen.tsx'),
  },
  {
    ...officer('verification/reglas', 'kyc'),
    phrases: ['people', 'alert-rules'],
    load: () => import('./screens/application/administrative/verification/rules/rules-screen.tsx'),
  },
  {
    ...officer('verification/reglas/$rule', 'kyc'),
    phrases: ['alert-rules', 'versions'],
    load: () => import('./screens/application/administrative/verification/rule/rule-screen.tsx'),
  },
  ...['', '/$tab', '/doc/$document'].map((rest) => ({
    ...officer(`naturalUserInformation/$id${rest}`, 'userInformation'),
    phrases: [
      'review',
      'people',
      'people-alerts',
      'screening',
      'background-checks',
      'legal-holds',
      'regulatory-person',
      'risk',
      'documents',
      'case-notes',
      'conversations',
      'data-requests',
      'record',
      'sign-ins',
      'approvals',
    ] as const,
    load: () => import('./screens/application/administrative/natural-user-information/person-screen.tsx'),
  })),
  {
    ...officer('users-list', 'users'),
    phrases: ['reports'],
    load: () => import('./screens/application/administrative/users-list/users-list-screen.tsx'),
  },
  {
    ...officer('roles-list', 'roles'),
    phrases: ['staff'],
    load: () => import('./screens/application/administrative/roles-list/roles-screen.tsx'),
  },
  {
    ...officer('approvals', 'approvals'),
    phrases: ['approvals'],
    load: () => import('./screens/application/administrative/approvals/approvals-screen.tsx'),
  },
  {
    ...officer('conversations', 'conversations'),
    phrases: ['conversations'],
    load: () => import('./screens/application/administrative/conversations/conversations-screen.tsx'),
  },
  {
    ...officer('regulatory', 'regulatory'),
    phrases: ['regulatory'],
    load: () => import('./screens/application/administrative/regulatory/overview/regulatory-screen.tsx'),
  },
  {
    ...officer('regulatory/uiaf/$month', 'regulatory'),
    phrases: ['regulatory'],
    load: () => import('./screens/application/administrative/regulatory/uiaf-month/uiaf-month-screen.tsx'),
  },
  {
    ...officer('regulatory/ros/$id', 'regulatory'),
    phrases: ['regulatory'],
    load: () => import('./screens/application/administrative/regulatory/ros/ros-screen.tsx'),
  },
  {
    ...officer('data-requests', 'dataRequests'),
    phrases: ['data-requests', 'conversations'],
    load: () => import('./screens/application/administrative/data-requests/data-requests-screen.tsx'),
  },
  {
    ...officer('audit', 'audit'),
    phrases: ['audit', 'exports'],
    load: () => import('./screens/application/administrative/audit/audit-screen.tsx'),
  },
  {
    ...officer('black-list', 'blackList'),
    phrases: ['black-list'],
    load: () => import('./screens/application/administrative/black-list/black-list-screen.tsx'),
  },
  {
    ...officer('control-lists', 'controlLists'),
    phrases: ['screening'],
    load: () => import('./screens/application/administrative/control-lists/control-lists-screen.tsx'),
  },
  {
    ...officer('configuration', 'platformConfiguration'),
    phrases: ['platform-configuration'],
    load: () => import('./screens/application/administrative/configuration/sets-screen.tsx'),
  },
  {
    ...officer('configuration/$set', 'platformConfiguration'),
    phrases: ['platform-configuration', 'versions'],
    load: () => import('./screens/application/administrative/configuration/set-screen.tsx'),
  },
  {
    ...officer('fees', 'fees'),
    phrases: ['fees'],
    load: () => import('./screens/application/administrative/fees/fees-screen.tsx'),
  },
  {
    ...officer('withdrawals', 'withdrawalApproval'),
    phrases: ['officer-money', 'money', 'stopped'],
    load: () => import('./screens/application/administrative/withdrawals/withdrawals-screen.tsx'),
  },
  {
    ...officer('users', 'staff'),
    phrases: ['staff'],
    load: () => import('./screens/application/administrative/users/staff-screen.tsx'),
  },
  {
    ...officer('login-report', 'deviceAccess'),
    phrases: ['reports', 'sign-ins', 'black-list'],
    load: () => import('./screens/application/administrative/login-report/device-access-screen.tsx'),
  },
  {
    ...officer('financial/deposits', 'deposits'),
    phrases: ['officer-money', 'money'],
    load: () => import('./screens/application/administrative/token-history/deposits/deposits-screen.tsx'),
  },
  {
    ...officer('financial/withdrawals', 'withdrawals'),
    phrases: ['officer-money', 'money'],
    load: () => import('./screens/application/administrative/token-history/withdrawals/withdrawals-screen.tsx'),
  },
  {
    ...officer('financial/trades', 'trades'),
    phrases: ['trade-reports'],
    load: () => import('./screens/application/administrative/trades/trades-screen.tsx'),
  },
  {
    ...officer('financial/orders', 'orders'),
    phrases: ['trade-reports'],
    load: () => import('./screens/application/administrative/orders/orders-screen.tsx'),
  },
  {
    ...officer('financial/fiat', 'fiat'),
    phrases: ['officer-money', 'money'],
    load: () => import('./screens/application/administrative/fiat/fiat-screen.tsx'),
  },
  {
    ...officer('financial/wallet', 'custody'),
    phrases: ['treasury'],
    load: () => import('./screens/application/administrative/treasury/treasury-screen.tsx'),
  },
  {
    ...officer('financial/balance', 'balance'),
    phrases: ['balance', 'stopped'],
    load: () => import('./screens/application/administrative/balance/balance-screen.tsx'),
  },
  {
    ...officer('financial/anomalies', 'anomalies'),
    phrases: ['anomalies'],
    load: () => import('./screens/application/administrative/anomalies/anomalies-screen.tsx'),
  },
  {
    ...officer('financial/stopped', 'stopped'),
    phrases: ['stopped'],
    load: () => import('./screens/application/administrative/stopped/stopped-screen.tsx'),
  },
]
