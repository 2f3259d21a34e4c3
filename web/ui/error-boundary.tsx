import type { ReactNode } from 'react';
import { Component } from 'react';

interface ErrorBoundaryProps {
  /** Shown instead of what could not be drawn. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Keeps a failure to draw, or to load, one part of the page from taking the rest with it. React offers this to classes only. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
