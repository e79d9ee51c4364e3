/** Input of a swap: two tokens, one amount, and the side of the amount (EX-02). */
export type Side = 'in' | 'out'
/** `input`: the amount is the sold one. `output`: the bought one. */
export type QuoteType = 'unset' | 'input' | 'output'

export interface SwapForm {
  tokenIn: number
  tokenOut: number
  type: QuoteType
  text: string
}

export type SwapAction =
  | { kind: 'write'; side: Side; text: string }
  | { kind: 'choose'; side: Side; token: number }
  | { kind: 'flip' }
  | { kind: 'clear' }

/** The side with the typed amount. */
export const writtenSide = ({ type }: SwapForm): Side | null => (type === 'unset' ? null : type === 'input' ? 'in' : 'out')

export function changeSwap(form: SwapForm, action: SwapAction): SwapForm {
  switch (action.kind) {
    case 'write':
      if (action.text.trim() === '') return { ...form, type: 'unset', text: '' }
      return { ...form, type: action.side === 'in' ? 'input' : 'output', text: action.text }
    case 'choose':
      return choose(form, action.side, action.token)
    case 'flip':
      return flip(form)
    case 'clear':
      return { ...form, type: 'unset', text: '' }
  }
}

/** The amount stays with its token, so it changes sides with it. */
function flip({ tokenIn, tokenOut, type, text }: SwapForm): SwapForm {
  return { tokenIn: tokenOut, tokenOut: tokenIn, type: type === 'unset' ? 'unset' : type === 'input' ? 'output' : 'input', text }
}

/** Choosing the token of the other side flips the direction. */
function choose(form: SwapForm, side: Side, token: number): SwapForm {
  const [here, there] = side === 'in' ? [form.tokenIn, form.tokenOut] : [form.tokenOut, form.tokenIn]
  if (token === here) return form
  if (token === there) return flip(form)
  return side === 'in' ? { ...form, tokenIn: token } : { ...form, tokenOut: token }
}
