/** Contrast AA on white and on the page background. */
export const COLOURS = { green: '#0b5d4b', gold: '#c8922a', ink: '#1f2421', quiet: '#565d58', paper: '#f5f3ee' } as const
