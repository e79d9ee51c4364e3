/**
 * Form over a contract schema. Shows errors next to each field, first when the field is left and then while it is corrected;
 * a refused submit moves the focus to the first invalid field. Typed values stay until they were sent.
 *
 * const form = useZodForm({ schema: BankAccountForm, initial: { alias: '' }, submit: addAccount })
 * <form {...form.props}><TextInput label="Alias" {...form.text('alias')} /> … </form>
 */
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod'
import { dropDraft, readDraft, usePersistentDraft } from './form-draft.ts'
import { checkForm, type FieldProblem } from './form-problems.ts'
import { issueText } from './issue-text.ts'

type Schema = z.ZodType<unknown, object>
type FieldName<V> = Extract<keyof V, string>

export interface ZodFormOptions<S extends Schema, V extends object> {
  schema: S
  /** Defines the order of the fields on the screen too. Keep it the same object between renders or a literal: it is read once. */
  initial: V
  submit: (value: z.output<S>) => Promise<unknown>
  /** Stores the texts on this device under this name. */
  draft?: string
  /** Specific texts for a problem of this form; without one the general texts are used. */
  explain?: (problem: FieldProblem) => string | undefined
  /** Field that a server refusal is about: its sentence is then shown there. */
  refusedField?: (error: unknown) => { field: FieldName<V>; text: string } | undefined
}

/** Longer than a click takes. */
const CLICK_MS = 250

type Change = { currentTarget: { value: string } }
type Tick = { currentTarget: { checked: boolean } }

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: what is typed, left, refused and under way is one state; its moves only
export function useZodForm<S extends Schema, V extends object>(options: ZodFormOptions<S, V>) {
  const { schema, submit, draft, explain, refusedField } = options
  const { t } = useTranslation('ui')
  const element = useRef<HTMLFormElement>(null)
  const [initial] = useState(options.initial)
  const [values, setValues] = useState<V>(() => (draft ? readDraft(draft, initial) : initial))
  const fieldsLeft = useFieldsLeft()
  const [wasTried, setTried] = useState(false)
  const [isSubmitting, setSubmitting] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  usePersistentDraft(draft, values, values !== initial)

  const order = Object.keys(initial)
  const check = checkForm(schema, values, order)
  const refused = failure === null ? undefined : refusedField?.(failure)

  function put(name: string, value: unknown): void {
    setValues((before) => ({ ...before, [name]: value }))
    // The refusal was about the earlier value.
    if (refused?.field === name) setFailure(null)
  }

  function errorOf(name: FieldName<V>): string | undefined {
    const problem = check.problems.find(({ field }) => field === name)
    if (problem && (wasTried || fieldsLeft.has(name))) return explain?.(problem) ?? issueText(problem.issue, values[name], t)
    return refused?.field === name ? refused.text : undefined
  }

  async function onSubmit(event: FormEvent): Promise<void> {
    event.preventDefault()
    // React events bubble through portals: a form behind this dialog must not be submitted with it.
    event.stopPropagation()
    if (isSubmitting) return
    setTried(true)
    const [first] = check.problems
    if (first) return focusField(element.current, first.field)
    setSubmitting(true)
    setFailure(null)
    try {
      await submit(z.parse(schema, values))
      if (draft) dropDraft(draft)
    } catch (error) {
      setFailure(error)
      const field = refusedField?.(error)?.field
      if (field) focusField(element.current, field)
    } finally {
      setSubmitting(false)
    }
  }

  function reset(): void {
    setValues(initial)
    fieldsLeft.forget()
    setTried(false)
    setFailure(null)
  }

  /** Leaving an empty field is no error yet. */
  const leave = (name: FieldName<V>) => values[name] !== initial[name] && fieldsLeft.add(name)
  const common = (name: FieldName<V>) => ({ name, error: errorOf(name), onBlur: () => leave(name) })

  return {
    values,
    set: <K extends FieldName<V>>(name: K, value: V[K]) => put(name, value),
    reset,
    isSubmitting,
    /** Refusal of the whole form; a refusal of one field is shown there instead. */
    failure: refused ? null : failure,
    props: { ref: element, onSubmit: (event: FormEvent) => void onSubmit(event), noValidate: true },
    /** Props of a text field, area or native select. */
    text: (name: FieldName<V>) => ({
      ...common(name),
      value: String(values[name] ?? ''),
      onChange: ({ currentTarget }: Change) => put(name, currentTarget.value),
    }),
    /** Props of a checkbox or a switch. */
    tick: (name: FieldName<V>) => ({
      ...common(name),
      checked: values[name] === true,
      onChange: ({ currentTarget }: Tick) => put(name, currentTarget.checked),
    }),
  }
}

/** Fields that were left; each counts a moment later. */
function useFieldsLeft() {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  return {
    has: (name: string) => left.has(name),
    // A text that appears between press and release would move the button away from under the pointer, and the click would be lost.
    add: (name: string) => setTimeout(() => setLeft((before) => new Set(before).add(name)), CLICK_MS),
    forget: () => setLeft(new Set()),
  }
}

function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)
  field?.focus({ preventScroll: true })
  // The browser would leave it at the edge, under the sticky header.
  field?.scrollIntoView({ block: 'center' })
}
