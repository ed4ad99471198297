import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The fixed texts of the customer's specification, by its sections. */
const specified = {
  'screens (2)': [
    'Page Not Found',
    "We can't seem to find the page you are looking for!",
    'Error Page',
    'Get Started Free',
    'Login',
    'Forgot Password?',
    'Explore the app',
    'Send Reset Link',
    'Sending...',
    'Back to Login',
    'Passwords do not match',
    'Reset Password',
    'Resetting...',
    'I have read and accept the Terms and Conditions',
    'Back to Home',
    'No articles found',
    'Try adjusting your search or filter criteria.',
    'Subscribe',
    'Read More',
    'Blog post not found',
    'Add Bud',
    'Add Circle',
    'Add Event',
    'Loading buds data...',
    'No Buds Found',
    'No Circles Found',
    'No Events Found',
    'View / Edit',
    'Delete Confirmation',
    'Yes, Delete',
    'Cancel',
    'Buds:',
    'No buds associated with this circle',
    'No buds attending this event',
    'Select hobbies...',
    'Select preferences...',
    'Select industry...',
    'Select origin...',
    'Submit',
    'Submitting...',
    '(from calendar)',
    '2 in common',
    'Add at least two buds to see shared hobbies',
    'No shared hobbies found among selected buds',
    'custom fields remaining',
    'Calendar',
    'Loading calendar...',
    'No blog posts yet',
    'Preview feature coming soon',
    'Create Post',
    'Update Post',
    'Saving...',
    'Publish Immediately',
  ],
  'states (4)': [
    'Subscribe Now',
    'Manage Subscription',
    'Your subscription will not renew after this period',
    'Update Payment',
    'Update Payment Method',
    'Payment Issue',
    'Resubscribe',
    'Are you sure you want to cancel your subscription?',
  ],
  'validation (5)': [
    'Password must be at least 8 characters',
    'Maximum limit of 5 custom fields reached',
    'Maximum 50 characters allowed for name',
    'Email addresses are not allowed in custom fields',
    'Please provide all required fields (Name, Location, and Event type)',
    'Image size too large',
  ],
  'failures (8)': [
    'Something went wrong',
    'Failed to create checkout session',
    'Failed to fetch subscription information',
    'Failed to cancel subscription',
    'Failed to resume subscription',
    'An error occurred while processing your request',
    'Invalid or expired reset token',
    'Failed to fetch buds',
    'Error fetching access codes',
    'Error fetching users',
    'Failed to generate access code',
    'Failed to update settings',
    'Error updating test account status',
    'Failed to copy code',
    'Unauthorized access',
    'Error creating event',
    'Failed to fetch events',
    'Error loading blog posts',
    'Error fetching blog posts',
    'Error deleting blog post',
    'Error updating post status',
    'Error loading blog post',
    'Error saving blog post',
  ],
  'successes (8)': [
    'Login successful',
    'Take a look around',
    'Logged out successfully',
    'If your email exists in our system, you will receive a password reset link shortly',
    'Password reset successful! You can now log in with your new password.',
    'Your subscription will be canceled at the end of the billing period',
    'Your subscription has been resumed',
    'Bud added successfully',
    'Bud edited successfully',
    'Bud deleted successfully',
    'Circle added successfully',
    'Circle edited successfully',
    'Circle deleted successfully',
    'Event added successfully',
    'Event edited successfully',
    'Event deleted successfully',
    'Profile updated successfully',
    'New access code generated',
    'Code copied to clipboard',
    'Access code requirement enabled',
    'Access code requirement disabled',
    'Post published successfully',
    'Post unpublished successfully',
    'Blog post deleted successfully',
    'Blog post created successfully',
    'Blog post updated successfully',
    'No options',
    'Loading...',
    'Select...',
  ],
}

/** Files in which JSX breaks lines where it likes. */
const read = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|js|md)$/.test(name) && !name.startsWith('specified-texts'))
    .map((name) => readFileSync(join(folder, name), 'utf8').replace(/\s+/g, ' '))
    .join('\n')

/** A text that the app composes, such as 'No Buds Found', is one that a test expects. */
const held = read('app') + read('tests')

test.each(Object.entries(specified))('%s: the app has the texts of the specification', (_, texts) => {
  for (const text of texts) expect.soft(held.includes(text), text).toBe(true)
})

test('the dates of the terms and of the privacy policy are those of the specification', () => {
  const firstDate = (name: string) =>
    /Last updated .*/.exec(readFileSync(`app/site/pages/${name}.md`, 'utf8'))?.[0]
  expect(firstDate('terms')).toBe('Last updated May 2, 2025')
  expect(firstDate('privacy')).toBe('Last updated May 15, 2025')
})
