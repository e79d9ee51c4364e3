/** Kinds of compliance work with a deadline (configuration set `deadlines`). */
export const WORK_KINDS = ['hit_look', 'hit', 'alert', 'review', 'withdrawal', 'conversation', 'refresh', 'diligence', 'nature'] as const
export type WorkKind = (typeof WORK_KINDS)[number]
