/** Bind draft fields to inputs, with error texts after they were left (KYC-08). */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod'
import { checkForm, type FieldProblem } from '../../ui/form/form-problems.ts'
import { issueText } from '../../ui/form/issue-text.ts'
import type { DraftHandle } from './use-draft.ts'

interface Options<S extends z.ZodType> {
  draft: DraftHandle
  schema: S
  isReadOnly: boolean
  /** Specific texts for a problem; without one the general texts are used. */
  explain?: (problem: FieldProblem) => string | undefined
}
type Typed = { currentTarget: { value: string } }

export function useDraftFields<S extends z.ZodType>({ draft, schema, isReadOnly, explain }: Options<S>) {
  const { t } = useTranslation('ui')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const { value, problems } = checkForm(schema, draft.values, [])

  function errorOf(name: string): string | undefined {
    const problem = left.has(name) ? problems.find(({ field }) => field === name) : undefined
    return problem && (explain?.(problem) ?? issueText(problem.issue, draft.values[name], t))
  }
  function leave(name: string): void {
    // Leaving an empty field is no error yet.
    if (draft.values[name] !== undefined && draft.values[name] !== '') setLeft((before) => new Set(before).add(name))
  }
  const common = (name: string) => ({ name, error: errorOf(name), onBlur: () => leave(name), disabled: isReadOnly })

  return {
    /** Value to submit; null until every field is complete and valid. */
    value,
    errorOf,
    leave,
    wasLeft: (name: string) => left.has(name),
    /** Props of a text field or area. */
    text: (name: string) => ({
      ...common(name),
      value: String(draft.values[name] ?? ''),
      onChange: ({ currentTarget }: Typed) => draft.set(name, currentTarget.value),
    }),
    /** Props of a <ListSelect>. `isPreselected`: the person has not chosen the value yet. */
    list: (name: string) => ({
      ...common(name),
      value: (draft.values[name] ?? null) as number | string | null,
      onChange: (chosen: number | string) => draft.set(name, chosen),
      isPreselected: !isReadOnly && draft.values[name] !== undefined && !draft.isTouched(name),
      onSeen: () => draft.touch(name),
    }),
    /** Props of a <YesNo>. */
    yesNo: (name: string) => ({
      ...common(name),
      value: yesOrNo(draft.values[name]),
      onChange: (chosen: boolean) => draft.set(name, chosen),
    }),
  }
}

const yesOrNo = (value: unknown): boolean | null => (value === undefined || value === null ? null : value === true || value === 'true')
