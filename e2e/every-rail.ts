/** Try every way in which a customer's money moves; answers the result of each: an error code, or `yes`. */
import { stepUpGrant } from './sign-in.ts'
import { get } from './verified-person.ts'

export const RAILS = ['deposit', 'withdrawal', 'swap', 'deposit address'] as const

export async function everyRail(url: string, token: string, email: string): Promise<Record<(typeof RAILS)[number], string>> {
  const { id } = await get<{ id: string }>(url, '/api/account', token)
  const accounts = await get<{ id: string }[]>(url, '/payment/accounts/user/', token)
  const account = accounts[0]?.id ?? ''
  const withdraw = { account, amount: '20000' }
  const grant = await stepUpGrant(url, token, 'POST /payment/withdraw', { body: withdraw }, email)
  const ask = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return response.ok ? 'yes' : (response.headers.get('app-error') ?? String(response.status))
  }
  return {
    deposit: await ask('POST', '/payment/deposit', { accountID: account, amount: '20000' }),
    withdrawal: await ask('POST', '/payment/withdraw', withdraw, { 'step-up-grant': grant }),
    swap: await ask('POST', '/blockchain/trade', { tradeType: 'input', tokenIn: 0, tokenOut: 31, amountIn: '20000' }),
    'deposit address': await ask('GET', `/blockchain/users/${id}/deposit/ERC20`),
  }
}
