export { createCaptcha } from './captcha.ts';
export { CaptchaBox } from './captcha-box.tsx';
