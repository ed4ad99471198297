/** Rules of an account for browser and server (product 2). */
export const passwordMinimum = 8
export const passwordMaximum = 128
export const avatarMaximum = 500_000
export const pictureTooLarge = 'Image size too large'

export const passwordTooShort = 'Password must be at least 8 characters'
export const passwordsDiffer = 'Passwords do not match'

const strengthRules = [/.{8}/s, /.{12}/s, /[a-z]/, /[A-Z]/, /\d/, /[!@#$%^&*]/]

/** One point for each rule that the password meets. Below 3 is Weak, 3 and 4 Medium, 5 and 6 Strong (product 2.3). */
export function passwordStrength(password: string) {
  const score = strengthRules.filter((rule) => rule.test(password)).length
  return { score, label: score < 3 ? 'Weak' : score < 5 ? 'Medium' : 'Strong' } as const
}

export const passwordChecklist = [
  { label: 'At least 8 characters', isMet: (password: string) => password.length >= passwordMinimum },
  { label: 'Contains uppercase letter', isMet: (password: string) => /[A-Z]/.test(password) },
  { label: 'Contains number', isMet: (password: string) => /\d/.test(password) },
]
