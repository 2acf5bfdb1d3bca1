export { createCaptcha } from './captcha.ts';
export { type CaptchaBox, createCaptchaBox } from './captcha-box.tsx';
